/**
 * Passes on the abort of signals that many calls share, as those of one cell do, with one listener for each signal: a
 * listener a call would make a thousand calls at once take a thousand times a thousand steps.
 */
export class AbortForwarder {
  readonly #followers: WeakMap<AbortSignal, Set<AbortController>> = new WeakMap();

  /** Aborts a controller when the signal fires, until what is given back is called. */
  follow(signal: AbortSignal, controller: AbortController): () => void {
    const known = this.#followers.get(signal);
    const followers = known ?? this.#listenTo(signal);
    followers.add(controller);
    return () => followers.delete(controller);
  }

  #listenTo(signal: AbortSignal): Set<AbortController> {
    const followers = new Set<AbortController>();
    this.#followers.set(signal, followers);
    const forward = (): void => {
      for (const controller of followers) controller.abort(signal.reason);
      followers.clear();
    };
    signal.addEventListener("abort", forward, { once: true });
    return followers;
  }
}
