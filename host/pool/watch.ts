import type { Attempt } from "./attempt.ts";
import type { Lane } from "./lane.ts";
import type { PoolProcess } from "./pool-process.ts";

/** How often the watch looks while cells run, in ms. */
const TICK_MS = 10;
/** A lane that does not answer for this long is busy: cells it has not started go elsewhere, in ms. */
const BLOCKED_MS = 20;
/** How often a lane that nothing was sent to is asked whether it still listens, in ms. */
const IDLE_PING_MS = 250;
/** How long a cell's lane may be silent beyond the CPU limit before its process is ended, in ms. */
const CPU_GRACE_MS = 300;
/** How long a terminated cell may go on running, in ms. */
const TERMINATE_GRACE_MS = 50;
/** How long the other cells of a process that has to go are given to finish, in ms. */
const RETIRE_GRACE_MS = 2000;
/** How often memory is looked at, in ms. */
const MEMORY_MS = 25;

/** What the watch sees and may do. */
export interface WatchedPool {
  readonly processes: ReadonlySet<PoolProcess>;
  readonly queueLength: () => number;
  readonly place: () => void;
  readonly takeBack: (attempt: Attempt, lane: Lane) => void;
}

/**
 * The watchdog outside the isolates' processes: it asks lanes whether they listen, reads the memory of processes from
 * the operating system, and ends what does not stop by itself.
 */
export class Watch {
  readonly #pool: WatchedPool;
  #timer: NodeJS.Timeout | null = null;
  #dueAt = 0;
  #memoryAt = 0;
  readonly #lastPing: WeakMap<Lane, number> = new WeakMap();

  constructor(pool: WatchedPool) {
    this.#pool = pool;
  }

  /** Starts looking; stops by itself when there is nothing to look at. */
  start(): void {
    if (this.#timer !== null) return;
    this.#dueAt = performance.now() + TICK_MS;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /**
   * A cell on this lane was told to stop; if the lane does not answer soon, it did not. `blames` says that no other one can
   * be what keeps the lane.
   */
  expectSoon(lane: Lane, blames: boolean): void {
    // A new one always: the answer to an earlier one may be on its way already and says nothing of what came after.
    lane.sendPing();
    const { stopping } = lane;
    lane.stopping = {
      since: stopping?.since ?? performance.now(),
      blames: blames || stopping?.blames === true,
    };
    this.start();
  }

  /** Ends a process that takes no more cells as soon as it is empty, or its time is over. */
  checkRetired(process: PoolProcess): void {
    if (process.retiredAt === null) return;
    const overdue = performance.now() - process.retiredAt > RETIRE_GRACE_MS;
    if (process.residents === 0 || overdue) {
      process.kill({ reason: "retired", detail: "a cell in the same process could not be stopped" });
    }
  }

  #tick(): void {
    const now = performance.now();
    const late = now - this.#dueAt;
    this.#dueAt = now + TICK_MS;
    let busy = this.#pool.queueLength() > 0;
    const readMemory = now - this.#memoryAt >= MEMORY_MS;
    if (readMemory) this.#memoryAt = now;
    for (const process of this.#pool.processes) {
      if (process.killed !== null) continue;
      if (process.residents > 0 || process.retiredAt !== null) busy = true;
      for (const lane of process.lanes) {
        // This process was busy itself and could not hear any answer; that must not count against the lane.
        if (late > TICK_MS) lane.excuse(late);
        if (lane.stopping !== null) busy = true;
        this.#checkLane(process, lane, now);
      }
      if (readMemory) {
        if (process.residents > 0) checkMemory(process);
        else process.rebase();
      }
      this.checkRetired(process);
    }
    if (this.#pool.queueLength() > 0) this.#pool.place();
    if (!busy) this.stop();
  }

  /** Whether a cell that was told to stop has done so, or may still do. */
  #hasStopped(lane: Lane, now: number): boolean {
    const { stopping } = lane;
    if (stopping === null) return true;
    if (lane.ping === null) {
      lane.stopping = null;
      return true;
    }
    if (now - stopping.since < TERMINATE_GRACE_MS) return true;
    if (stopping.blames) return false;
    // A cell that was here before may be what keeps the lane; one that came later cannot, it was not begun.
    for (const { sentAt } of lane.residents.values()) if (sentAt < stopping.since) return true;
    return false;
  }

  #checkLane(process: PoolProcess, lane: Lane, now: number): void {
    if (!this.#hasStopped(lane, now)) {
      for (const attempt of lane.unstarted()) this.#pool.takeBack(attempt, lane);
      if (lane.residents.size === 0) {
        process.kill({ reason: "terminated", detail: "a terminated cell did not stop" });
        return;
      }
    }
    if (lane.residents.size === 0) return;
    const blockedMs = lane.blockedMs(now);
    if (lane.ping === null) {
      const pause = lane.disturbed ? 0 : IDLE_PING_MS;
      if (now - (this.#lastPing.get(lane) ?? 0) >= pause) {
        this.#lastPing.set(lane, now);
        lane.sendPing();
      }
      return;
    }
    if (blockedMs < BLOCKED_MS) return;
    // Only a lane that runs cells inline can be kept by one of them: by the first, if none has been seen to start.
    if (lane.inline) {
      for (const attempt of lane.unstarted()) if (attempt !== lane.first) this.#pool.takeBack(attempt, lane);
    }
    const cpuMs = longestCpuMs(lane);
    if (cpuMs !== null && blockedMs > cpuMs + CPU_GRACE_MS) {
      process.kill({
        reason: "cpu",
        detail: `it kept its thread busy for more than ${cpuMs} ms (limit cpuMs) and did not stop`,
      });
    }
  }
}

/** The longest CPU limit on a lane, or null if one of its cells has none. */
function longestCpuMs(lane: Lane): number | null {
  let longest = 0;
  for (const { client } of lane.residents.values()) {
    const { cpuMs } = client.session.limits;
    if (cpuMs === null) return null;
    longest = Math.max(longest, cpuMs);
  }
  return longest;
}

function checkMemory(process: PoolProcess): void {
  const bytes = process.measure();
  const max = process.maxBytes();
  if (bytes !== null && max !== null && bytes > max) {
    const megabytes = Math.round(bytes / 1024 / 1024);
    process.kill({ reason: "memory", detail: `the script's process took ${megabytes} MB (limit memoryMb)` });
  }
}
