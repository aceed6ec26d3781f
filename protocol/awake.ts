/**
 * How long either end stays awake for the other, in ms. Much longer than what they do for each other: an end that has fallen
 * asleep has to be woken, and wakes the other one a moment later; and of two that were woken on one processor the operating
 * system moves one away only when both want to run for some ticks of its clock.
 */
export const AWAKE_MS = 12;

/** A time that has passed. */
const STOPPED = Number.NEGATIVE_INFINITY;

/**
 * Keeps the event loop of a thread turning for a while instead of letting it sleep. Either end of a connection waits like
 * that for a frame that is often there at once: waking a thread costs more than most frames take.
 */
export class Awake {
  readonly #mayStay: () => boolean;
  #until = 0;

  /** @param mayStay asked in every turn: whether nothing else needs the thread. */
  constructor(mayStay: () => boolean) {
    this.#mayStay = mayStay;
  }

  /** Stays awake for so many milliseconds from now. */
  stay(ms: number): void {
    const turning = this.#until !== 0;
    this.#until = performance.now() + ms;
    if (!turning) setImmediate(this.#turn);
  }

  /** What was waited for has come: whoever is to act next may need this processor. */
  stop(): void {
    if (this.#until !== 0) this.#until = STOPPED;
  }

  get stays(): boolean {
    return this.#until !== 0;
  }

  readonly #turn = (): void => {
    if (performance.now() < this.#until && this.#mayStay()) setImmediate(this.#turn);
    else this.#until = 0;
  };
}
