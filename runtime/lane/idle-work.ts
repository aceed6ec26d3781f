/** How long the thread polls for a frame instead of sleeping, in ms: waking it up costs more than most tools take. */
const POLL_MS = 0.3;

/** What a lane does while it has nothing to do. */
export interface IdleSource {
  /** Whether a frame may come any moment and nothing else needs the thread. */
  readonly expectsFrame: () => boolean;
  /** Makes one isolate or context ahead of need; says whether more is missing. */
  readonly refill: () => boolean;
}

/** The time between frames: a short while of polling, then isolates for later, one a turn of the event loop. */
export class IdleWork {
  readonly #source: IdleSource;
  #pollUntil = 0;
  #refilling = false;

  constructor(source: IdleSource) {
    this.#source = source;
  }

  /** Keeps the thread awake for a moment: the answer to a call is often there at once. */
  poll(): void {
    const polling = this.#pollUntil !== 0;
    this.#pollUntil = performance.now() + POLL_MS;
    if (!polling) setImmediate(this.#pollOnce);
  }

  /** Makes what is missing, but not while a frame may arrive any moment. */
  refillSoon(): void {
    if (this.#refilling) return;
    this.#refilling = true;
    setImmediate(this.#refillOnce);
  }

  readonly #pollOnce = (): void => {
    if (performance.now() < this.#pollUntil && this.#source.expectsFrame()) setImmediate(this.#pollOnce);
    else this.#pollUntil = 0;
  };

  readonly #refillOnce = (): void => {
    if (this.#pollUntil === 0 && !this.#source.refill()) this.#refilling = false;
    else setImmediate(this.#refillOnce);
  };
}
