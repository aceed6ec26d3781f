/** Whose calls to a server are under way. */
export class Callers {
  readonly #calls: Map<string, number> = new Map();

  /** Ids of their sessions. */
  get sessions(): readonly string[] {
    return [...this.#calls.keys()];
  }

  /** A call begins, which may belong to no session. */
  begin(sessionId: unknown): void {
    if (typeof sessionId === "string") this.#calls.set(sessionId, (this.#calls.get(sessionId) ?? 0) + 1);
  }

  /** A call that had begun is over. */
  end(sessionId: unknown): void {
    if (typeof sessionId !== "string") return;
    const left = (this.#calls.get(sessionId) ?? 1) - 1;
    if (left === 0) this.#calls.delete(sessionId);
    else this.#calls.set(sessionId, left);
  }
}
