/** How long a call may take, in milliseconds. */
export interface CallLimits {
  /** In all. */
  readonly totalMs: number;
  /** Without an answer or progress. */
  readonly idleMs: number;
}

/** A call that took too long; the message is for the model. */
export class CallTimeout extends Error {
  override readonly name: string = "CallTimeout";
}

/** What a clock ends. */
export interface ClockedCall {
  readonly abort: (timeout: CallTimeout) => void;
}

/** Longest time that a timer can measure. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Measures one call: the time in all, and the time without a sign of life. It stands still while somebody is being asked on
 * behalf of the server.
 */
export class CallClock {
  readonly #limits: CallLimits;
  readonly #call: ClockedCall;
  #leftMs: number;
  #startedAt: number | null = null;
  #total: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(limits: CallLimits, call: ClockedCall) {
    this.#limits = limits;
    this.#call = call;
    this.#leftMs = limits.totalMs;
    this.resume();
  }

  /** The call has shown that it lives. */
  touch(): void {
    this.#idle?.refresh();
  }

  pause(): void {
    if (this.#startedAt === null) return;
    this.#leftMs -= performance.now() - this.#startedAt;
    this.stop();
  }

  resume(): void {
    if (this.#startedAt !== null) return;
    const { totalMs, idleMs } = this.#limits;
    this.#startedAt = performance.now();
    const left = Math.max(0, this.#leftMs);
    this.#total = setTimeout(expire, Math.min(left, MAX_TIMER_MS), this, "total");
    // One timer is enough where the call can't be idle for longer than it may take.
    if (idleMs < totalMs) this.#idle = setTimeout(expire, idleMs, this, "idle");
  }

  /** Ends it; nothing expires any more. */
  stop(): void {
    if (this.#total !== null) clearTimeout(this.#total);
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#total = null;
    this.#idle = null;
    this.#startedAt = null;
  }

  /** One of the two times is over: stops, and ends the call. */
  expire(which: "total" | "idle"): void {
    const { totalMs, idleMs } = this.#limits;
    const when = which === "total" ? `after ${duration(totalMs)}` : `after ${duration(idleMs)} without progress`;
    this.stop();
    this.#call.abort(new CallTimeout(`timed out awaiting tools/call ${when}`));
  }
}

/** Shared by all timers: thousands of calls may be under way. */
function expire(clock: CallClock, which: "total" | "idle"): void {
  clock.expire(which);
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms}ms` : `${ms / 1000}s`;
}
