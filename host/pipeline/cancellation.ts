/**
 * Whether a caller still waits. A set of those who wait with it instead of one promise that all of them race against: such
 * a promise would keep every one of them until it settles, long after they are done.
 */
export class Cancellation {
  readonly #waiting: Set<(reason: Error) => void> = new Set();
  #reason: Error | null = null;

  /** The caller no longer waits. What had settled by then is still heard, however many promises it has to pass. */
  cancel(reason: Error): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    if (this.#waiting.size > 0) setImmediate(this.#rejectAll, reason);
  }

  readonly #rejectAll = (reason: Error): void => {
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
  };

  /** Waits for something as long as the caller waits, too; rejects with the reason when that is over. */
  unless<T>(work: T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#reason === null) this.#waiting.add(reject);
      else reject(this.#reason);
      Promise.resolve(work).then(
        (value) => {
          this.#waiting.delete(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the work rejected with, whatever it is
          reject(error);
        },
      );
    });
  }
}
