/** How long to poll, in ms: a script's next call is often there sooner than the operating system would wake us for it. */
const POLL_MS = 0.15;

/** A time that has passed. */
const STOPPED = Number.NEGATIVE_INFINITY;

/** Keeps the event loop turning for a moment instead of letting it sleep. For when one cell is all there is to do. */
export class BriefPoll {
  #until = 0;

  start(): void {
    const polling = this.#until !== 0;
    this.#until = performance.now() + POLL_MS;
    if (!polling) setImmediate(this.#turn);
  }

  /** What was waited for has come: whoever is called next may need this processor. */
  stop(): void {
    if (this.#until !== 0) this.#until = STOPPED;
  }

  readonly #turn = (): void => {
    if (performance.now() < this.#until) setImmediate(this.#turn);
    else this.#until = 0;
  };
}
