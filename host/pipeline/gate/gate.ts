import { IsocellError } from "../../../protocol/index.ts";
import { WaitingLine } from "./waiting-line.ts";
import type { Waiter } from "./waiting-line.ts";

/** What a gate may be made with. */
export interface GateOptions {
  /** Most calls that share it at a time, from 1. Default `null`: as many as come. */
  readonly maxShared?: number | null;
}

/**
 * A fair read/write lock without data. Calls that declare themselves parallel share it, all others hold it alone.
 * Whoever comes waits behind whoever waits already, so a queued exclusive call blocks later shared ones and neither
 * kind starves the other.
 */
export class Gate {
  readonly #maxShared: number;
  readonly #line: WaitingLine = new WaitingLine(() => this.#advance());
  #shared = 0;
  #exclusive = false;

  /** Throws an IsocellError `invalid_options` for a cap that is no whole number from 1. */
  constructor({ maxShared = null }: GateOptions = {}) {
    if (maxShared !== null && !(Number.isSafeInteger(maxShared) && maxShared >= 1)) {
      throw new IsocellError(
        "invalid_options",
        `maxShared must be a whole number from 1, or null for no cap; it is ${String(maxShared)}.`,
      );
    }
    this.#maxShared = maxShared ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Enters at once where possible and returns null, else a promise that settles once entered. Rejects with the signal's
   * reason when it fires before that: the call has left the line then, and must neither run nor leave the gate. A signal
   * that fires once the promise was resolved comes too late for that; look at it before running.
   */
  enter(shared: boolean, signal?: AbortSignal): Promise<void> | null {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    if (this.#line.first === null && this.#admits(shared)) {
      this.#admit(shared);
      return null;
    }
    return this.#line.join(shared, signal);
  }

  /** Gives back what `enter` gave. Throws a TypeError for a place that nobody has: the gate would never open again. */
  leave(shared: boolean): void {
    if (shared ? this.#shared === 0 : !this.#exclusive) throw new TypeError("nobody holds this place in the gate");
    if (shared) this.#shared--;
    else this.#exclusive = false;
    this.#advance();
  }

  #advance(): void {
    for (let next: Waiter | null = this.#line.first; next !== null; next = this.#line.first) {
      if (!this.#admits(next.shared)) return;
      this.#admit(next.shared);
      this.#line.admitFirst();
    }
  }

  #admits(shared: boolean): boolean {
    return !this.#exclusive && this.#shared < (shared ? this.#maxShared : 1);
  }

  #admit(shared: boolean): void {
    if (shared) this.#shared++;
    else this.#exclusive = true;
  }
}
