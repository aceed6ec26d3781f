import type { Linked } from "../../under-way/linked-set.ts";

/**
 * The part of an `AbortSignal` that a request of the SDK uses, for one listener. A real one takes a kilobyte, with its
 * controller and its listener, and a call that is under way needs one of its own.
 */
export class CallSignal implements Linked<CallSignal> {
  before: CallSignal | null = null;
  after: CallSignal | null = null;
  #aborted = false;
  #reason: unknown = undefined;
  #listener: (() => void) | null = null;

  get aborted(): boolean {
    return this.#aborted;
  }
  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listener = listener;
  }

  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    this.#listener?.();
  }
}
