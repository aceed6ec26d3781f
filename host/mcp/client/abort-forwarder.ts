import { LinkedSet } from "../../under-way/linked-set.ts";
import type { CallSignal } from "./call-signal.ts";

interface Followers {
  readonly calls: LinkedSet<CallSignal>;
  readonly forward: () => void;
}

/**
 * Passes on the abort of signals that many calls share, as those of one cell do, with one listener for each signal: a
 * listener a call would make a thousand calls at once take a thousand times a thousand steps.
 */
export class AbortForwarder {
  readonly #followers: WeakMap<AbortSignal, Followers> = new WeakMap();

  /** Aborts a call when the signal fires, until {@link unfollow}. */
  follow(signal: AbortSignal, call: CallSignal): void {
    (this.#followers.get(signal) ?? this.#listenTo(signal)).calls.add(call);
  }

  /** The last one leaves no listener. */
  unfollow(signal: AbortSignal, call: CallSignal): void {
    const followers = this.#followers.get(signal);
    if (followers === undefined || !followers.calls.delete(call) || followers.calls.size > 0) return;
    signal.removeEventListener("abort", followers.forward);
    this.#followers.delete(signal);
  }

  #listenTo(signal: AbortSignal): Followers {
    const calls = new LinkedSet<CallSignal>();
    const forward = (): void => {
      for (const call of calls.items()) call.abort(signal.reason);
    };
    signal.addEventListener("abort", forward, { once: true });
    const followers = { calls, forward };
    this.#followers.set(signal, followers);
    return followers;
  }
}
