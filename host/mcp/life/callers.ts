/** Whose calls to a server are under way. */
export class Callers {
  readonly #calls: Map<string, number> = new Map();

  /** Ids of their sessions. */
  get sessions(): readonly string[] {
    return [...this.#calls.keys()];
  }

  /** Runs a call, which may belong to no session. */
  async during<T>(sessionId: unknown, work: () => Promise<T>): Promise<T> {
    if (typeof sessionId !== "string") return work();
    this.#calls.set(sessionId, (this.#calls.get(sessionId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#calls.get(sessionId) ?? 1) - 1;
      if (left === 0) this.#calls.delete(sessionId);
      else this.#calls.set(sessionId, left);
    }
  }
}
