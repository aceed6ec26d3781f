/**
 * How long an observer waits. From this length on the reference answers a second later than asked, so that a script
 * that ends just then is not cut in two.
 */
const LONG_YIELD_MS = 10_000;
const LONG_YIELD_GRACE_MS = 1000;
/** How long to wait for the runtime to say that all output has been sent, in ms: a busy one cannot say it. */
const FLUSH_MS = 25;
/** Node's timers cannot wait longer. */
const MAX_TIMER_MS = 2_147_483_647;

/** What an observation asks of the cell it looks at. */
export interface Observed {
  /** Asks the runtime to say `flushed()` once everything emitted so far has arrived. */
  readonly requestFlush: () => void;
  readonly answer: () => void;
}

/** The clock of one observer: asks the cell to be answered when its time is over. */
export class Observation {
  readonly #observed: Observed;
  #timer: NodeJS.Timeout | null = null;

  constructor(yieldTimeMs: number | null, observed: Observed) {
    this.#observed = observed;
    if (yieldTimeMs === null) return;
    const graceMs = yieldTimeMs >= LONG_YIELD_MS ? LONG_YIELD_GRACE_MS : 0;
    this.#timer = setTimeout(() => this.yieldNow(), Math.min(yieldTimeMs + graceMs, MAX_TIMER_MS));
  }

  /** Answers with what there is, as soon as what was emitted before now has arrived. */
  yieldNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#observed.answer, FLUSH_MS);
    this.#observed.requestFlush();
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
