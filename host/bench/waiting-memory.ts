import { setTimeout as sleep } from "node:timers/promises";
import { residentBytes } from "../pool/resident-memory.ts";
import { HangingTool, Subject } from "./subject.ts";

/** Cells that wait before the measurement: enough for the pool to start the process in which cells share a thread. */
const FIRST_CELLS = 8;
/** Time in which processes finish what they do after the last cell, in ms. */
const SETTLE_MS = 200;
const POLL_MS = 10;
/** How long cells may take to begin waiting, and again to end; those that take longer count as not completed. */
const LONGEST_MS = 30_000;
const WAIT = "await tools.hang({}); text(1)";

/** What many waiting cells took. */
export interface WaitingMemory {
  readonly cells: number;
  readonly completed: number;
  /** Resident memory of all runtimes for each cell, in MB; null where the system does not tell. */
  readonly mbPerCell: number | null;
}

/** Lets `cells` cells wait for a tool at once, in a host of their own, and measures what the runtimes grow by. */
export async function measureWaitingMemory(cells: number, signal?: AbortSignal): Promise<WaitingMemory> {
  const tool = new HangingTool();
  const subject = await Subject.start({ tools: [tool.executor] });
  try {
    await waitTogether(subject, tool, FIRST_CELLS, () => undefined, signal);
    await sleep(SETTLE_MS);
    const before = totalResidentBytes(subject);
    let during: number | null = null;
    const completed = await waitTogether(subject, tool, cells, () => (during = totalResidentBytes(subject)), signal);
    const mbPerCell = before === null || during === null ? null : (during - before) / cells / 1e6;
    return { cells, completed, mbPerCell };
  } finally {
    await subject.close();
  }
}

/** Answers how many of the cells completed. */
async function waitTogether(
  subject: Subject,
  tool: HangingTool,
  cells: number,
  onAllWait: () => unknown,
  signal: AbortSignal | undefined,
): Promise<number> {
  let completed = 0;
  let failed = 0;
  const running = Array.from({ length: cells }, () =>
    subject.run(WAIT).then(
      () => completed++,
      () => failed++,
    ),
  );
  // A cell that fails never waits, and one that finds no place never starts; the others are measured all the same.
  const latest = performance.now() + LONGEST_MS;
  while (tool.waiting + failed < cells && performance.now() < latest) {
    signal?.throwIfAborted();
    await sleep(POLL_MS);
  }
  await sleep(SETTLE_MS);
  onAllWait();
  tool.release();
  await Promise.race([Promise.all(running), sleep(LONGEST_MS, undefined, { ref: false })]);
  return completed;
}

function totalResidentBytes({ host }: Subject): number | null {
  let sum = 0;
  for (const pid of host.runtimePids()) {
    const bytes = residentBytes(pid);
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}
