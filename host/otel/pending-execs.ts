import { DEFAULT_NAMESPACE } from "../../tools/index.ts";
import type { HostEvent } from "../events/events.ts";

type CallBegin = Extract<HostEvent, { readonly type: "call/begin" }>;
type CellBegin = Extract<HostEvent, { readonly type: "cell/begin" }>;

/**
 * Which call of `exec` a cell belongs to. An event that names the call is believed; without, it is the oldest call of
 * `exec` in the session that has no cell yet, since those of a session take their turns.
 */
export class PendingExecs {
  readonly #bySession: Map<string, Set<string>> = new Map();

  began({ sessionId, callId, namespace, name, source }: CallBegin): void {
    if (source.kind !== "direct" || name !== "exec") return;
    if (namespace !== "" && namespace !== DEFAULT_NAMESPACE) return;
    const pending = this.#bySession.get(sessionId);
    if (pending === undefined) this.#bySession.set(sessionId, new Set([callId]));
    else pending.add(callId);
  }

  /** The call that submitted a cell's script; undefined when the embedder did. */
  claim({ sessionId, callId }: CellBegin): string | undefined {
    const claimed = callId ?? this.#bySession.get(sessionId)?.values().next().value;
    if (claimed !== undefined) this.ended(sessionId, claimed);
    return claimed;
  }

  ended(sessionId: string, callId: string): void {
    const pending = this.#bySession.get(sessionId);
    if (pending?.delete(callId) === true && pending.size === 0) this.#bySession.delete(sessionId);
  }
}
