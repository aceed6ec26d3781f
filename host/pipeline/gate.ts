/**
 * A fair read/write lock without data. Calls that declare themselves parallel share it, all others hold it alone.
 * Whoever comes waits behind whoever waits already, so a queued exclusive call blocks later shared ones and neither
 * kind starves the other.
 */
export class Gate {
  #shared = 0;
  #exclusive = false;
  readonly #waiting: { readonly shared: boolean; readonly enter: () => void }[] = [];
  #first = 0;

  /** Enters at once where possible and returns null, else a promise that settles once entered. */
  enter(shared: boolean): Promise<void> | null {
    if (this.#first === this.#waiting.length && this.#admits(shared)) {
      this.#admit(shared);
      return null;
    }
    return new Promise((resolve) => {
      this.#waiting.push({ shared, enter: resolve });
    });
  }

  /** Gives back what `enter` gave. */
  leave(shared: boolean): void {
    if (shared) this.#shared--;
    else this.#exclusive = false;
    while (this.#first < this.#waiting.length) {
      const next = this.#waiting[this.#first];
      if (next === undefined || !this.#admits(next.shared)) break;
      this.#first++;
      this.#admit(next.shared);
      next.enter();
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
