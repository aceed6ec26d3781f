import { LinkedSet } from "../under-way/linked-set.ts";
import type { Linked } from "../under-way/linked-set.ts";

/** One that waits. */
class Waiting implements Linked<Waiting> {
  before: Waiting | null = null;
  after: Waiting | null = null;
  readonly giveUp: (reason: Error) => void;

  constructor(giveUp: (reason: Error) => void) {
    this.giveUp = giveUp;
  }
}

/**
 * Whether a caller still waits. A set of those who wait with it instead of one promise that all of them race against: such
 * a promise would keep every one of them until it settles, long after they are done.
 */
export class Cancellation {
  readonly #waiting: LinkedSet<Waiting> = new LinkedSet();
  #reason: Error | null = null;

  /** The caller no longer waits. What had settled by then is still heard, however many promises it has to pass. */
  cancel(reason: Error): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    if (this.#waiting.size > 0) setImmediate(this.#giveUpAll, reason);
  }

  readonly #giveUpAll = (reason: Error): void => {
    for (const waiting of this.#waiting.items()) {
      this.#waiting.delete(waiting);
      waiting.giveUp(reason);
    }
  };

  /** Waits for something as long as the caller waits, too; rejects with the reason when that is over. */
  unless<T>(work: T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = new Waiting(reject);
      if (this.#reason === null) this.#waiting.add(waiting);
      else reject(this.#reason);
      Promise.resolve(work).then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error: unknown) => {
          this.#waiting.delete(waiting);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the work rejected with, whatever it is
          reject(error);
        },
      );
    });
  }
}
