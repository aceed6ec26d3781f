import { LinkedSet } from "../../under-way/linked-set.ts";
import type { Linked } from "../../under-way/linked-set.ts";

/** One call that waits. */
export interface Waiter extends Linked<Waiter> {
  readonly shared: boolean;
  readonly enter: () => void;
  readonly giveUp: (reason: Error) => void;
  readonly signal: AbortSignal | undefined;
}

/** How many wait with one signal, and what to take off it when nobody does any more. */
interface Watch {
  waiting: number;
  readonly onAbort: () => void;
}

/** The calls that wait at a gate, in the order in which they came. Any of them may leave at any time. */
export class WaitingLine {
  readonly #onShorter: () => void;
  readonly #watches: Map<AbortSignal, Watch> = new Map();
  readonly #line: LinkedSet<Waiter> = new LinkedSet();

  /** @param onShorter called after calls gave up: those behind them may be able to enter. */
  constructor(onShorter: () => void) {
    this.#onShorter = onShorter;
  }

  get first(): Waiter | null {
    return this.#line.first;
  }

  /** Waits at the end. Rejects with the signal's reason when it fires before the call was admitted. */
  join(shared: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((enter, giveUp) => {
      this.#line.add({ shared, enter, giveUp, signal, before: null, after: null });
      if (signal !== undefined) this.#watch(signal);
    });
  }

  /** Takes the first one off the line and tells it. */
  admitFirst(): void {
    const waiter = this.#line.first;
    if (waiter === null) return;
    this.#line.delete(waiter);
    if (waiter.signal !== undefined) this.#unwatch(waiter.signal);
    waiter.enter();
  }

  /** One listener a signal, however many calls of a cell wait: adding one looks at all there are. */
  #watch(signal: AbortSignal): void {
    const watch = this.#watches.get(signal);
    if (watch !== undefined) {
      watch.waiting++;
      return;
    }
    const onAbort = (): void => this.#abandon(signal);
    this.#watches.set(signal, { waiting: 1, onAbort });
    signal.addEventListener("abort", onAbort, { once: true });
  }

  #unwatch(signal: AbortSignal): void {
    const watch = this.#watches.get(signal);
    if (watch === undefined || --watch.waiting > 0) return;
    this.#watches.delete(signal);
    signal.removeEventListener("abort", watch.onAbort);
  }

  #abandon(signal: AbortSignal): void {
    this.#watches.delete(signal);
    for (const waiter of this.#line.items()) {
      if (waiter.signal !== signal) continue;
      this.#line.delete(waiter);
      waiter.giveUp(signal.reason as Error);
    }
    // After all of them: a call of the same signal must not be let in on the way.
    this.#onShorter();
  }
}
