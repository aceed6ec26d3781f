// Entry of a child process: isolates with nothing of isocell around them. It is the only file of the host's side that
// loads isolated-vm, and runs in a process of its own, with --no-node-snapshot.
import ivm from "isolated-vm";
import type { RawRequest, RawResult } from "./raw-frames.ts";

/** What isocell gives each isolate by default. */
const MEMORY_MB = 128;

/** An isolate, a context in it, a script, and the end of it. */
function once(): void {
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB });
  const context = isolate.createContextSync();
  isolate.compileScriptSync("1+1").runSync(context);
  isolate.dispose();
}

function loop({ durationMs }: RawRequest): RawResult {
  const start = performance.now();
  const end = start + durationMs;
  const latenciesMs: number[] = [];
  let now = start;
  while (now < end) {
    once();
    const after = performance.now();
    latenciesMs.push(after - now);
    now = after;
  }
  return { elapsedMs: now - start, latenciesMs };
}

process.on("message", (request: RawRequest) => process.send?.(loop(request)));
// Whoever started this is gone.
process.on("disconnect", () => process.exit());
