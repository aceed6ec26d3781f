import type { RequestExtra } from "../sdk.ts";

/** Signals of the requests under way: they fire when the client cancels, and when it is gone. */
export class RequestSignals {
  readonly #open: Map<string | number, AbortController> = new Map();

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
