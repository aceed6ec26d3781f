/**
 * A fair read/write lock without data. Calls that declare themselves parallel share it, all others hold it alone.
 * Whoever comes waits behind whoever waits already, so a queued exclusive call blocks later shared ones and neither
 * kind starves the other.
 */
export class Gate {
  #shared = 0;
  #exclusive = false;
  readonly #waiting: { readonly shared: boolean; readonly enter: (entered: boolean) => void; gone: boolean }[] = [];
  #first = 0;

  /**
   * Enters at once where possible and returns null, else a promise of whether it was entered: false when the signal fired
   * before that.
   */
  enter(shared: boolean, signal?: AbortSignal): Promise<boolean> | null {
    if (this.#first === this.#waiting.length && this.#admits(shared)) {
      this.#admit(shared);
      return null;
    }
    return new Promise((resolve) => {
      const entry = { shared, enter: resolve, gone: false };
      this.#waiting.push(entry);
      signal?.addEventListener(
        "abort",
        () => {
          entry.gone = true;
          resolve(false);
          this.#admitWaiting();
        },
        { once: true },
      );
    });
  }

  /** Gives back what `enter` gave. */
  leave(shared: boolean): void {
    if (shared) this.#shared--;
    else this.#exclusive = false;
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    while (this.#first < this.#waiting.length) {
      const next = this.#waiting[this.#first];
      if (next === undefined || (!next.gone && !this.#admits(next.shared))) break;
      this.#first++;
      if (next.gone) continue;
      this.#admit(next.shared);
      next.enter(true);
    }
    if (this.#first === this.#waiting.length || this.#first > COMPACT_AT) {
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
    }
  }

  #admits(shared: boolean): boolean {
    return shared ? !this.#exclusive : !this.#exclusive && this.#shared === 0;
  }

  #admit(shared: boolean): void {
    if (shared) this.#shared++;
    else this.#exclusive = true;
  }
}

/** The queue's dead front is cut off when it is this long: shifting every time would be quadratic. */
const COMPACT_AT = 1024;
