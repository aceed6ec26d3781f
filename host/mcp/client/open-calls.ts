import type { CallClock } from "../calls/call-clock.ts";

/** The calls of a connection: their clocks, which stand still while the server has somebody asked, and their sessions. */
export class OpenCalls {
  readonly #sessions: Map<CallClock, unknown> = new Map();
  #questions = 0;

  /** Ids of the sessions that have calls under way; a call may belong to none. */
  get sessions(): readonly string[] {
    return [...new Set(this.#sessions.values())].filter((id) => typeof id === "string");
  }

  add(clock: CallClock, sessionId: unknown): void {
    this.#sessions.set(clock, sessionId);
    if (this.#questions > 0) clock.pause();
  }

  delete(clock: CallClock): void {
    this.#sessions.delete(clock);
  }

  /** Asks somebody on behalf of the server. */
  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions += 1;
    for (const clock of this.#sessions.keys()) clock.pause();
    try {
      return await ask();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) for (const clock of this.#sessions.keys()) clock.resume();
    }
  }
}
