// Entry of a runtime process. Started by a host only, with two inherited pipes a worker thread from file descriptor 3
// on, one to read and one to write, and standard input as a lifeline: when that ends, the host is gone.
import { Piscina } from "piscina";
import type { WorkerEnd, WorkerTask } from "./worker.ts";

/** First inherited pipe, and how many each worker has; must match `host/pool/runtime-process.ts`. */
const FIRST_FD = 3;
const PIPES_PER_LANE = 2;

function refuse(): never {
  process.stderr.write("isocell runtime: this program is started by an isocell host; it does nothing on its own.\n");
  process.exit(64);
}

/** Ends the process at once. A thread that runs a cell inline cannot be waited for. */
function die(): void {
  process.kill(process.pid, "SIGKILL");
}

async function main(): Promise<void> {
  const [flag, count] = process.argv.slice(2);
  const threads = Number(count);
  if (flag !== "--lanes" || process.argv.length !== 4 || !Number.isSafeInteger(threads) || threads < 1) refuse();

  process.stdin.on("error", die).on("close", die).on("end", die).resume();
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = new Piscina<WorkerTask, WorkerEnd>({
    filename: new URL(`./worker.${extension}`, import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    atomics: "disabled",
    // A lane is one task that lasts as long as the process.
    concurrentTasksPerWorker: 1,
  });
  const lanes = Array.from({ length: threads }, (_, index) => {
    const readFd = FIRST_FD + index * PIPES_PER_LANE;
    return pool.run({ readFd, writeFd: readFd + 1 });
  });
  const end = await Promise.race(lanes);
  if (end.reason === "failed") process.stderr.write(`isocell runtime: ${end.message}\n`);
  die();
}

main().catch((error: unknown) => {
  process.stderr.write(`isocell runtime: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  die();
});
