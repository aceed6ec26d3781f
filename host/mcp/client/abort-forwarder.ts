interface Followers {
  readonly controllers: Set<AbortController>;
  readonly forward: () => void;
}

/**
 * Passes on the abort of signals that many calls share, as those of one cell do, with one listener for each signal: a
 * listener a call would make a thousand calls at once take a thousand times a thousand steps.
 */
export class AbortForwarder {
  readonly #followers: WeakMap<AbortSignal, Followers> = new WeakMap();

  /** Aborts a controller when the signal fires, until what is given back is called. The last one leaves no listener. */
  follow(signal: AbortSignal, controller: AbortController): () => void {
    const followers = this.#followers.get(signal) ?? this.#listenTo(signal);
    const { controllers, forward } = followers;
    controllers.add(controller);
    return () => {
      controllers.delete(controller);
      if (controllers.size > 0 || this.#followers.get(signal) !== followers) return;
      signal.removeEventListener("abort", forward);
      this.#followers.delete(signal);
    };
  }

  #listenTo(signal: AbortSignal): Followers {
    const controllers = new Set<AbortController>();
    const forward = (): void => {
      for (const controller of controllers) controller.abort(signal.reason);
    };
    signal.addEventListener("abort", forward, { once: true });
    const followers = { controllers, forward };
    this.#followers.set(signal, followers);
    return followers;
  }
}
