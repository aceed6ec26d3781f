import type { RequestExtra } from "../sdk.ts";

/** The requests under way, with signals that fire when the client cancels, and when it is gone. */
export class RequestSignals {
  readonly #open: Map<string | number, AbortController> = new Map();
  /** Who waits for a request to come. */
  readonly #waiting: Set<(requestId: string | number) => void> = new Set();

  /** The request that came last of those under way; undefined while there is none. */
  get latest(): string | number | undefined {
    return [...this.#open.keys()].at(-1);
  }

  /** The next request that comes. Rejects with the signal's reason when that fires before. */
  next(signal: AbortSignal): Promise<string | number> {
    return new Promise((resolve, reject) => {
      const come = (requestId: string | number): void => {
        signal.removeEventListener("abort", fire);
        resolve(requestId);
      };
      const fire = (): void => {
        this.#waiting.delete(come);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return fire();
      signal.addEventListener("abort", fire, { once: true });
      this.#waiting.add(come);
    });
  }

  /** Runs the work of a request with its signal. */
  async during<T>(
    { requestId, signal }: Pick<RequestExtra, "requestId" | "signal">,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const onAbort = (): void => controller.abort(new Error("the request was cancelled"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    this.#open.set(requestId, controller);
    for (const come of this.#waiting) come(requestId);
    this.#waiting.clear();
    try {
      return await work(controller.signal);
    } finally {
      signal.removeEventListener("abort", onAbort);
      // A client may use an id again, against the rules, while the first request is under way.
      if (this.#open.get(requestId) === controller) this.#open.delete(requestId);
    }
  }

  abort(requestIds: readonly (string | number)[]): void {
    for (const id of requestIds) this.#open.get(id)?.abort(new Error("the client has gone"));
  }

  abortAll(): void {
    this.abort([...this.#open.keys()]);
  }
}
