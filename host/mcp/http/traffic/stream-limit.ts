const MAX_FRUITLESS = 5;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;

/**
 * Keeps a server from being asked for streams without end, whatever it wants: it may say how soon it is to be asked again, and
 * may end each stream at once.
 */
export class StreamLimit {
  #fruitless = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  /**
   * Settles when another stream may be asked for. False when none may any more.
   * @param awaited a call waits for it: then its own time is the limit.
   */
  async admit(awaited: boolean, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || (!awaited && this.#fruitless >= MAX_FRUITLESS)) return false;
    const pause = Math.min(FIRST_WAIT_MS * 2 ** this.#fruitless, MAX_WAIT_MS);
    await wait(this.#lastAt + pause - performance.now(), signal);
    this.#lastAt = performance.now();
    return !signal.aborted;
  }

  /** Says that a stream has ended. */
  ended(fruitful: boolean): void {
    this.#fruitless = fruitful ? 0 : this.#fruitless + 1;
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
