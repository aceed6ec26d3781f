import type { AsyncLocalStorage } from "node:async_hooks";
import type { JSONRPCMessage } from "../../sdk.ts";
import type { SendScope } from "./server-fetch.ts";

const BROKEN = "the server closed the connection before it answered";

interface Pending {
  readonly abort: AbortController;
  /** A stream of events brings the answer. */
  streaming: boolean;
  /** That stream has ended, and may be asked to go on. */
  broken: boolean;
}

/** Requests that are not answered yet, so that each ends when its answer can't come any more. */
export class PendingRequests {
  readonly #pending = new Map<string | number, Pending>();
  readonly #fail: (id: string | number, message: string) => void;

  /** @param fail answers a request in the server's place. */
  constructor(fail: (id: string | number, message: string) => void) {
    this.#fail = fail;
  }

  /**
   * Runs `work`, which sends a message, in the message's scope.
   * @param answersHere the answer comes with the response to this very request, if at all.
   */
  async within(
    scopes: AsyncLocalStorage<SendScope>,
    message: JSONRPCMessage,
    work: () => Promise<void>,
    answersHere = false,
  ): Promise<void> {
    const id = "method" in message && "id" in message ? message.id : undefined;
    const pending: Pending = { abort: new AbortController(), streaming: false, broken: false };
    if (id !== undefined) this.#pending.set(id, pending);
    const scope: SendScope = {
      awaited: id !== undefined,
      signal: pending.abort.signal,
      onStream: () => {
        pending.streaming = true;
      },
      onStreamEnd: (resumable) => {
        pending.broken = true;
        // What has come is read first: that takes no longer than to the end of this turn.
        if (id !== undefined && answersHere && !resumable) setImmediate(() => this.#settle(id, pending));
      },
    };
    try {
      await scopes.run(scope, work);
    } catch (error) {
      if (id !== undefined) this.#pending.delete(id);
      throw error;
    }
    if (id !== undefined && answersHere && !pending.streaming) this.#settle(id, pending);
  }

  /** Says that an answer came. */
  answered(id: string | number | undefined): void {
    if (id !== undefined) this.#pending.delete(id);
  }

  /** Ends a request of which nobody wants to know any more. */
  cancel(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.abort.abort();
  }

  cancelAll(): void {
    for (const id of [...this.#pending.keys()]) this.cancel(id);
  }

  /** Ends those whose stream has ended: it will not go on. */
  failStreams(): void {
    for (const [id, pending] of [...this.#pending]) if (pending.broken) this.#settle(id, pending);
  }

  #settle(id: string | number, pending: Pending): void {
    if (this.#pending.get(id) !== pending) return;
    this.#pending.delete(id);
    this.#fail(id, BROKEN);
  }
}
