/** When a server that has ended is started again. */
export interface RestartPolicy {
  /** Milliseconds before the first restart; each further pause is twice as long. */
  readonly firstMs: number;
  /** Milliseconds no pause exceeds. */
  readonly maxMs: number;
  /** Milliseconds after which a server counts as healthy: the next restart is a first one again. */
  readonly healthyMs: number;
}

/** What holds unless something else is said. */
export const DEFAULT_RESTARTS: RestartPolicy = { firstMs: 500, maxMs: 30_000, healthyMs: 60_000 };

/** Share of a pause that is left to chance, so that servers that ended together do not come back together. */
const JITTER = 0.5;

/** Counts the restarts of one server. */
export class BackOff {
  readonly #policy: RestartPolicy;
  readonly #random: () => number;
  #restarts = 0;

  constructor(policy: RestartPolicy, random: () => number = Math.random) {
    this.#policy = policy;
    this.#random = random;
  }

  /** Milliseconds to wait before the next restart. */
  next(): number {
    const { firstMs, maxMs } = this.#policy;
    const full = Math.min(firstMs * 2 ** this.#restarts, maxMs);
    this.#restarts += 1;
    return full * (1 - JITTER * this.#random());
  }

  /** The server has worked for so many milliseconds. */
  worked(ms: number): void {
    if (ms >= this.#policy.healthyMs) this.#restarts = 0;
  }
}
