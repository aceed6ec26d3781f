import type { CallSignal } from "./call-signal.ts";

interface Followers {
  readonly signals: Set<CallSignal>;
  readonly forward: () => void;
}

/**
 * Passes on the abort of signals that many calls share, as those of one cell do, with one listener for each signal: a
 * listener a call would make a thousand calls at once take a thousand times a thousand steps.
 */
export class AbortForwarder {
  readonly #followers: WeakMap<AbortSignal, Followers> = new WeakMap();

  /** Aborts a call when the signal fires, until what is given back is called. The last one leaves no listener. */
  follow(signal: AbortSignal, call: CallSignal): () => void {
    const followers = this.#followers.get(signal) ?? this.#listenTo(signal);
    const { signals, forward } = followers;
    signals.add(call);
    return () => {
      signals.delete(call);
      if (signals.size > 0 || this.#followers.get(signal) !== followers) return;
      signal.removeEventListener("abort", forward);
      this.#followers.delete(signal);
    };
  }

  #listenTo(signal: AbortSignal): Followers {
    const signals = new Set<CallSignal>();
    const forward = (): void => {
      for (const call of signals) call.abort(signal.reason);
    };
    signal.addEventListener("abort", forward, { once: true });
    const followers = { signals, forward };
    this.#followers.set(signal, followers);
    return followers;
  }
}
