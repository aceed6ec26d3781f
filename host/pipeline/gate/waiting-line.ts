/** One call that waits. */
export interface Waiter {
  readonly shared: boolean;
  readonly enter: () => void;
  readonly giveUp: (reason: Error) => void;
  readonly signal: AbortSignal | undefined;
  before: Waiter | null;
  after: Waiter | null;
}

/** Those who wait with one signal, and what to take off it when nobody does any more. */
interface Watch {
  readonly waiters: Set<Waiter>;
  readonly onAbort: () => void;
}

/** The calls that wait at a gate, in the order in which they came. Linked, since any of them may leave at any time. */
export class WaitingLine {
  readonly #onShorter: () => void;
  readonly #watches: Map<AbortSignal, Watch> = new Map();
  #first: Waiter | null = null;
  #last: Waiter | null = null;

  /** @param onShorter called after calls gave up: those behind them may be able to enter. */
  constructor(onShorter: () => void) {
    this.#onShorter = onShorter;
  }

  get first(): Waiter | null {
    return this.#first;
  }

  /** Waits at the end. Rejects with the signal's reason when it fires before the call was admitted. */
  join(shared: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((enter, giveUp) => {
      const waiter: Waiter = { shared, enter, giveUp, signal, before: this.#last, after: null };
      if (this.#last === null) this.#first = waiter;
      else this.#last.after = waiter;
      this.#last = waiter;
      if (signal !== undefined) this.#watch(waiter, signal);
    });
  }

  /** Takes the first one off the line and tells it. */
  admitFirst(): void {
    const waiter = this.#first;
    if (waiter === null) return;
    this.#unlink(waiter);
    if (waiter.signal !== undefined) this.#unwatch(waiter, waiter.signal);
    waiter.enter();
  }

  #unlink(waiter: Waiter): void {
    const { before, after } = waiter;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
  }

  /** One listener a signal, however many calls of a cell wait: adding one looks at all there are. */
  #watch(waiter: Waiter, signal: AbortSignal): void {
    const watch = this.#watches.get(signal);
    if (watch !== undefined) {
      watch.waiters.add(waiter);
      return;
    }
    const onAbort = (): void => this.#abandon(signal);
    this.#watches.set(signal, { waiters: new Set([waiter]), onAbort });
    signal.addEventListener("abort", onAbort, { once: true });
  }

  #unwatch(waiter: Waiter, signal: AbortSignal): void {
    const watch = this.#watches.get(signal);
    if (watch === undefined || !watch.waiters.delete(waiter) || watch.waiters.size > 0) return;
    this.#watches.delete(signal);
    signal.removeEventListener("abort", watch.onAbort);
  }

  #abandon(signal: AbortSignal): void {
    const watch = this.#watches.get(signal);
    if (watch === undefined) return;
    this.#watches.delete(signal);
    for (const waiter of watch.waiters) {
      this.#unlink(waiter);
      waiter.giveUp(signal.reason as Error);
    }
    // After all of them: a call of the same signal must not be let in on the way.
    this.#onShorter();
  }
}
