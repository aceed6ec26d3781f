import type { Attempt, LossReason } from "./attempt.ts";
import type { PoolProcess } from "./pool-process.ts";
import type { ProcessExit } from "./runtime-process.ts";

/** Signals with which a process brings itself down. */
const CRASH_SIGNALS: ReadonlySet<string> = new Set(["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE"]);
/** What V8 and isolated-vm write when memory was the reason. */
const OUT_OF_MEMORY = /out of memory|is_heap_oom|allocation failed|heap limit/iu;

/**
 * Tells for each cell that was in a process when it ended what became of it. One cell is to blame if it alone can
 * have been running; the others, and all of them if that is not clear, are lost through no fault of their own.
 */
export function describeLoss(
  process: PoolProcess,
  exit: ProcessExit,
): (attempt: Attempt) => { readonly reason: LossReason; readonly detail: string } {
  const suspects = findSuspects(process);
  const guilty = suspects.length === 1 ? suspects[0] : undefined;
  const { killed } = process;
  const fate = ((): { reason: LossReason; detail: string } => {
    if (killed?.reason === "cpu" || killed?.reason === "memory")
      return { reason: killed.reason, detail: killed.detail };
    // Its connection may be seen to close before its end is; that it was then killed as well changes nothing.
    if (exit.signal === null || !CRASH_SIGNALS.has(exit.signal)) {
      return { reason: "lost", detail: killed?.detail ?? `the runtime process ended with ${exit.signal ?? exit.code}` };
    }
    return OUT_OF_MEMORY.test(exit.stderr)
      ? { reason: "memory", detail: "the script used memory faster than V8 could stop it (limit memoryMb)" }
      : { reason: "crashed", detail: `the script took its runtime process down with ${exit.signal}` };
  })();
  return (attempt) =>
    attempt === guilty ? fate : { reason: "lost", detail: "the runtime process was lost because of another cell" };
}

/** The cells whose code can have been running: all that the lane does not know to wait. */
function findSuspects(process: PoolProcess): readonly Attempt[] {
  const all = process.lanes.flatMap((lane) => [...lane.residents.values()]);
  if (all.length <= 1) return all;
  const running = process.lanes.flatMap((lane) =>
    lane.running.flatMap((id) => {
      const attempt = lane.residents.get(id);
      return attempt === undefined ? [] : [attempt];
    }),
  );
  return running.length > 0 ? running : all;
}
