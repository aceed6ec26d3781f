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

/** Longest time that a timer can measure. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Measures one call: the time in all, and the time without a sign of life. It stands still while somebody is being asked on
 * behalf of the server.
 */
export class CallClock {
  readonly #limits: CallLimits;
  readonly #expire: (timeout: CallTimeout) => void;
  #leftMs: number;
  #startedAt: number | null = null;
  #total: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(limits: CallLimits, expire: (timeout: CallTimeout) => void) {
    this.#limits = limits;
    this.#expire = expire;
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
    this.#total = setTimeout(this.#end, Math.min(left, MAX_TIMER_MS), `after ${duration(totalMs)}`);
    // One timer is enough where the call can't be idle for longer than it may take.
    if (idleMs < totalMs) this.#idle = setTimeout(this.#end, idleMs, `after ${duration(idleMs)} without progress`);
  }

  /** Ends it; nothing expires any more. */
  stop(): void {
    if (this.#total !== null) clearTimeout(this.#total);
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#total = null;
    this.#idle = null;
    this.#startedAt = null;
  }

  readonly #end = (when: string): void => {
    this.stop();
    this.#expire(new CallTimeout(`timed out awaiting tools/call ${when}`));
  };
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms}ms` : `${ms / 1000}s`;
}
