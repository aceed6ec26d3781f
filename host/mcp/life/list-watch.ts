/** A server that says more than once in this time that its list has changed is asked once, in ms. */
const DEBOUNCE_MS = 100;

/** Has a list read again after it has changed: a moment later, and never twice at the same time. */
export class ListWatch {
  readonly #read: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #reading = false;
  #again = false;

  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** The server says so. */
  changed(): void {
    if (this.#reading) this.#again = true;
    else if (this.#timer === null) this.#arm();
  }

  /** Forgets what was said. A reading under way goes on. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#again = false;
  }

  #arm(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#reading = true;
      void this.#read().finally(() => {
        this.#reading = false;
        if (!this.#again) return;
        this.#again = false;
        this.#arm();
      });
    }, DEBOUNCE_MS);
    this.#timer.unref();
  }
}
