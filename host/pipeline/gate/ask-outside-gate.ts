import type { Gate } from "./gate.ts";

/**
 * One call's place in the gate, which it can give back for a while. It knows where the call is, so that `leave` is right
 * in a `finally`, wherever the call was when it ended.
 */
export class GatePlace {
  readonly #gate: Gate;
  readonly #shared: boolean;
  #at: "outside" | "entering" | "inside" = "outside";

  constructor(gate: Gate, shared: boolean) {
    this.#gate = gate;
    this.#shared = shared;
  }

  /** As the gate's `enter`: null when inside at once, else a promise that rejects if the signal fires before. */
  enter(signal?: AbortSignal): Promise<void> | null {
    const entered = this.#gate.enter(this.#shared, signal);
    this.#at = entered === null ? "inside" : "entering";
    return entered === null ? null : this.#arrive(entered);
  }

  /** Goes out, or gives up coming in. Does nothing outside. */
  leave(): void {
    const wasInside = this.#at === "inside";
    this.#at = "outside";
    if (wasInside) this.#gate.leave(this.#shared);
  }

  /**
   * Asks with the gate given back, and comes in again at the end of the line. Resolves inside. Rejects outside, with what
   * `ask` rejected with or with the signal's reason: an aborted call does not wait to come in only to go out again.
   */
  async whileAsking<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.leave();
    const answer = await ask();
    const entered = this.enter(signal);
    if (entered !== null) await entered;
    return answer;
  }

  async #arrive(entered: Promise<void>): Promise<void> {
    try {
      await entered;
    } catch (error) {
      this.#at = "outside";
      throw error;
    }
    if (this.#at === "entering") {
      this.#at = "inside";
      return;
    }
    // Whoever gave up before the gate's answer was read would hold the place for ever.
    this.#gate.leave(this.#shared);
    throw new Error("the call left before it came in");
  }
}
