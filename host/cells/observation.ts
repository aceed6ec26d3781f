/**
 * How long an observer waits. From this length on the reference answers a second later than asked, so that a script
 * that ends just then is not cut in two.
 */
const LONG_YIELD_MS = 10_000;
const LONG_YIELD_GRACE_MS = 1000;
/** How long to wait for the runtime to say that all output has been sent, in ms: a busy one cannot say it. */
const FLUSH_MS = 25;
/** The same for a cell that was never heard of: its runtime may still be preparing it. */
const FIRST_FLUSH_MS = 150;
/** Node's timers cannot wait longer. */
const MAX_TIMER_MS = 2_147_483_647;

/** What an observation asks of the cell it looks at. */
export interface Observed {
  /** Asks the runtime to say `flushed()` once everything emitted so far has arrived. */
  readonly requestFlush: () => void;
  /** Whether the runtime has said anything of the cell yet. */
  readonly heard: () => boolean;
  readonly answer: () => void;
}

/** The clock of one observer: asks the cell to be answered when its time is over. */
export class Observation {
  readonly #observed: Observed;
  readonly #yieldTimeMs: number | null;
  #timer: NodeJS.Timeout | null = null;

  constructor(yieldTimeMs: number | null, observed: Observed) {
    this.#yieldTimeMs = yieldTimeMs;
    this.#observed = observed;
  }

  /** Starts the clock: when the cell starts, not while it waits for a runtime. */
  start(): void {
    const yieldTimeMs = this.#yieldTimeMs;
    if (yieldTimeMs === null || this.#timer !== null) return;
    const graceMs = yieldTimeMs >= LONG_YIELD_MS ? LONG_YIELD_GRACE_MS : 0;
    this.#timer = setTimeout(() => this.yieldNow(), Math.min(yieldTimeMs + graceMs, MAX_TIMER_MS));
  }

  /** Answers with what there is, as soon as what was emitted before now has arrived. */
  yieldNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#observed.answer, this.#observed.heard() ? FLUSH_MS : FIRST_FLUSH_MS);
    this.#observed.requestFlush();
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
