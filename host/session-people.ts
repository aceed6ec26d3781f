import type { Elicit } from "./approvals/elicitation/contract.ts";

/** Who answers MCP servers in which session of a host. */
export class SessionPeople {
  readonly #elicits: Map<string, Elicit> = new Map();

  add(sessionId: string, elicit: Elicit | undefined): void {
    if (elicit !== undefined) this.#elicits.set(sessionId, elicit);
  }

  remove(sessionId: string): void {
    this.#elicits.delete(sessionId);
  }

  /**
   * Asks in the session whose call the question is about. A server does not say which call it means: with calls of several
   * sessions under way nobody is asked, for one must not see what is another's.
   */
  readonly elicit: Elicit = async (request, options) => {
    const { sessions = [] } = options;
    const [only, ...others] = sessions.length > 0 ? sessions : this.#elicits.keys();
    const elicit = only === undefined || others.length > 0 ? undefined : this.#elicits.get(only);
    return elicit === undefined ? { action: "decline" } : elicit(request, options);
  };
}
