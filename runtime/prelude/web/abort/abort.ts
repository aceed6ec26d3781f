function makeAbortClasses(): AbortAccess {
  /** Not reachable by a script: what only this file can construct a signal with. */
  const Internal = {};
  let stateOf: (signal: object) => SignalState | null;

  class AbortSignal {
    readonly #state: SignalState = newSignalState();
    /** What a signal made by `any` waits for. */
    #sources: SignalState[] = newList();

    static {
      stateOf = (signal) => (#state in signal ? signal.#state : null);
      addPlatformCheck((value) => {
        if (!(#state in value)) return null;
        const { aborted, reason } = value.#state;
        return {
          className: "AbortSignal",
          entries: (show) => {
            const texts = newList<string>();
            texts[0] = "aborted: " + (aborted ? "true" : "false");
            if (aborted) texts[1] = "reason: " + show(reason);
            return texts;
          },
        };
      });
    }

    constructor(token?: unknown) {
      if (token !== Internal) throw builtInError("TypeError", "Use AbortController to make a signal", AbortSignal);
      this.#state.target = this;
    }

    static abort(reason?: unknown): AbortSignal {
      const signal = new AbortSignal(Internal);
      signal.#state.aborted = true;
      signal.#state.reason = abortReason(reason, AbortSignal.abort);
      return signal;
    }

    static timeout(milliseconds: unknown): AbortSignal {
      const delay = parseNumber(milliseconds);
      if (!(delay >= 0 && delay < Infinity)) {
        throw builtInError("TypeError", "AbortSignal.timeout expects milliseconds, 0 or more", AbortSignal.timeout);
      }
      const signal = new AbortSignal(Internal);
      const state = signal.#state;
      const fire = (): void => {
        abortSignal(state, namedError("TimeoutError", "The operation was aborted due to timeout", fire));
      };
      startTimer(fire, mathMin(mathTrunc(delay), MAX_DELAY_MS));
      return signal;
    }

    static any(signals: unknown): AbortSignal {
      const list = listOf(signals);
      if (list === null)
        throw builtInError("TypeError", "AbortSignal.any expects an array of signals", AbortSignal.any);
      const result = new AbortSignal(Internal);
      const state = result.#state;
      for (let i = 0; i < list.length; i++) {
        const signal = list[i];
        if (typeof signal !== "object" || signal === null || !(#state in signal)) {
          throw builtInError("TypeError", "AbortSignal.any expects AbortSignals", AbortSignal.any);
        }
        if (signal.#state.aborted && !state.aborted) {
          state.aborted = true;
          state.reason = signal.#state.reason;
        }
      }
      if (state.aborted) return result;
      for (let i = 0; i < list.length; i++) {
        const signal = list[i] as AbortSignal;
        const roots = rootsOf(signal.#state, signal.#sources);
        for (let j = 0; j < roots.length; j++) {
          const root = roots[j] as SignalState;
          root.dependents[root.dependents.length] = state;
          result.#sources[result.#sources.length] = root;
        }
      }
      return result;
    }

    get aborted(): boolean {
      return this.#state.aborted;
    }

    get reason(): unknown {
      return this.#state.reason;
    }

    get onabort(): unknown {
      return this.#state.handler;
    }
    set onabort(listener: unknown) {
      this.#state.handler = typeof listener === "function" || typeof listener === "object" ? listener : null;
    }

    throwIfAborted(): void {
      if (this.#state.aborted) throw this.#state.reason;
    }

    addEventListener(type: unknown, callback: unknown, options?: unknown): void {
      const state = this.#state;
      if (domString(type) !== "abort" || !canListen(callback)) return;
      const chosen = typeof options === "object" && options !== null ? (options as ListenerOptions) : null;
      const until: unknown = chosen?.signal;
      const ending = typeof until === "object" && until !== null ? stateOf(until) : null;
      if (ending?.aborted) return;
      state.listeners = listenersWith(state.listeners, { callback, once: !!chosen?.once });
      if (ending === null) return;
      const remove = (): void => {
        state.listeners = listenersWithout(state.listeners, callback);
      };
      ending.listeners = listenersWith(ending.listeners, { callback: remove, once: true });
    }

    removeEventListener(type: unknown, callback: unknown): void {
      if (domString(type) === "abort") this.#state.listeners = listenersWithout(this.#state.listeners, callback);
    }

    dispatchEvent(event: unknown): boolean {
      if (typeof event !== "object" || event === null) {
        throw builtInError("TypeError", "dispatchEvent expects an event", this.dispatchEvent);
      }
      if (domString((event as { type?: unknown }).type) === "abort") dispatchTo(this.#state, event);
      return true;
    }

    get [symbolToStringTag](): string {
      return "AbortSignal";
    }
  }

  class AbortController {
    readonly #signal: AbortSignal = new AbortSignal(Internal);

    static {
      addPlatformCheck((value) => {
        if (!(#signal in value)) return null;
        const signal = value.#signal;
        return {
          className: "AbortController",
          entries: (show) => {
            const texts = newList<string>();
            texts[0] = "signal: " + show(signal);
            return texts;
          },
        };
      });
    }

    get signal(): AbortSignal {
      return this.#signal;
    }

    abort(reason?: unknown): void {
      const state = stateOf(this.#signal);
      if (state === null || state.aborted) return;
      abortSignal(state, abortReason(reason, this.abort));
    }

    get [symbolToStringTag](): string {
      return "AbortController";
    }
  }
  return { Signal: AbortSignal, Controller: AbortController };
}

interface ListenerOptions {
  readonly once?: unknown;
  readonly signal?: unknown;
}

function canListen(callback: unknown): callback is object {
  return typeof callback === "function" || (typeof callback === "object" && callback !== null);
}

defineLazyGlobal("AbortController", () => abortClasses().Controller);
defineLazyGlobal("AbortSignal", () => abortClasses().Signal);
