import type { Catalog } from "../catalog.ts";
import type { ReadyIsolate } from "../isolate-pool.ts";
import type { LaneSession } from "../lane-session.ts";

/** How the script's own promise ended. An empty code means that it completed. */
interface Done {
  readonly code: string;
  readonly message: string;
}

/** How often memory is looked at between the entries of a cell, in ms: a look takes as long as a short entry. */
const MEASURE_INTERVAL_MS = 2;

/** A cell that lives on a lane, from its execute frame to its end. State only; `lane.ts` drives it. */
export class LaneCell {
  readonly id: number;
  readonly session: LaneSession;
  readonly catalog: Catalog;
  /** Stored values as of the cell's start. */
  readonly stored: ReadonlyMap<string, string>;
  readonly ready: ReadyIsolate;
  readonly timers: Map<number, NodeJS.Timeout> = new Map();
  /** CPU time of the isolate before this cell, for isolates that serve a session. */
  readonly cpuBefore: number;
  /** Calls sent and not yet answered. */
  pendingCalls = 0;
  /** Entries under way on threads of isolated-vm. */
  running = 0;
  outputLeft: number;
  cutBytes = 0;
  done: Done | null = null;
  /** What the prelude handed over when the script called `exit`. */
  exited: string | null = null;
  ended = false;
  deadlockTimer: NodeJS.Timeout | null = null;
  /** Most bytes that the isolate was seen to take. */
  memoryPeakBytes = 0;
  #measuredAt: number = performance.now();

  constructor(id: number, session: LaneSession, catalog: Catalog, ready: ReadyIsolate) {
    this.id = id;
    this.session = session;
    this.catalog = catalog;
    this.stored = session.stored;
    this.ready = ready;
    this.cpuBefore = ready.uses > 1 ? ready.isolate.cpuMicros() : 0;
    this.outputLeft = session.limits.outputBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Microseconds this cell has computed. */
  cpuMicros(): number {
    return Math.max(0, this.ready.isolate.cpuMicros() - this.cpuBefore);
  }

  /** Milliseconds of CPU time left, or undefined without a limit. */
  cpuLeftMs(): number | undefined {
    const { cpuMs } = this.session.limits;
    return cpuMs === null ? undefined : Math.max(1, Math.ceil(cpuMs - this.cpuMicros() / 1000));
  }

  /**
   * Looks at what the isolate takes. Only while the isolate stands still, or from within a call of its script: at other
   * times V8 answers when the script yields.
   */
  measureMemory(): void {
    this.memoryPeakBytes = Math.max(this.memoryPeakBytes, this.ready.isolate.memoryBytes());
  }

  /** The same, unless it was done a moment ago. */
  measureMemoryNowAndThen(): void {
    const now = performance.now();
    if (now - this.#measuredAt < MEASURE_INTERVAL_MS) return;
    this.#measuredAt = now;
    this.measureMemory();
  }

  /** The last look. An isolate that was stopped for its size cannot be asked any more, but had reached its limit. */
  measureAtEnd(stoppedForMemory: boolean): void {
    // One that still runs would keep this thread until it stands still.
    if (this.running === 0) this.measureMemory();
    const { memoryMb } = this.ready.isolate;
    if (stoppedForMemory) this.memoryPeakBytes = Math.max(this.memoryPeakBytes, memoryMb * 1024 * 1024);
  }

  /** Nothing is pending that could ever run the cell again. */
  get deadlocked(): boolean {
    return this.pendingCalls === 0 && this.timers.size === 0 && this.running === 0 && this.done === null;
  }

  clearTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    if (this.deadlockTimer !== null) clearTimeout(this.deadlockTimer);
    this.deadlockTimer = null;
  }
}
