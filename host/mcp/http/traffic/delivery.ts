import type { JSONRPCMessage } from "../../sdk.ts";

/**
 * Hands on messages in their order, with a pause after each that is no answer: the SDK handles a notification a microtask
 * later, but an answer at once, so that the last progress of a call would come too late.
 */
export class Delivery {
  readonly #waiting: JSONRPCMessage[] = [];
  readonly #deliver: (message: JSONRPCMessage) => void;
  #busy = false;

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  push(message: JSONRPCMessage): void {
    this.#waiting.push(message);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let message = this.#waiting.shift(); message !== undefined; message = this.#waiting.shift()) {
      this.#deliver(message);
      if ("method" in message) await Promise.resolve();
    }
    this.#busy = false;
  }
}
