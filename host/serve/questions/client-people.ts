import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Ask } from "../../approvals/options.ts";
import type { Elicit, Elicitation } from "../../approvals/elicitation/contract.ts";
import { withScopedSignal } from "../../mcp/client/scoped-signal.ts";
import type { SessionOptions } from "../../options.ts";
import { Gate } from "../../pipeline/gate/gate.ts";
import type { Connection, ElicitResult } from "../sdk.ts";
import { approvalForm, readApproval } from "./approval-form.ts";
import { formSchema } from "./form-schema.ts";

/**
 * Whoever sits at a client, as far as it can ask them; undefined for a client that asks nobody. One question at a time:
 * clients show them one over the other.
 */
export function peopleOf({ asks, ask }: Pick<Connection, "asks" | "ask">): SessionOptions["people"] {
  const { form = false, url = false } = asks() ?? {};
  if (!form && !url) return undefined;
  const turns = new Gate();
  const inTurn = async <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const entered = turns.enter(false, signal);
    if (entered !== null) await entered;
    try {
      // Whoever asked before has to take in the answer first: it may settle this one. Where nobody did, the question goes
      // out at once: the request that it belongs to is about to be answered.
      if (entered !== null) await nextTurn();
      return await withScopedSignal(signal, work);
    } finally {
      turns.leave(false);
    }
  };
  const approve: Ask = (question, { signal }) =>
    inTurn(signal, async (scoped) => {
      // What was allowed for the session while this one waited needs no second answer.
      if (question.isSettled()) return { answer: "allow" };
      return readApproval(await ask(approvalForm(question), scoped));
    });
  const elicit: Elicit = (request, { signal }) => {
    if (!(request.kind === "form" ? form : url)) return Promise.resolve({ action: "decline" });
    return inTurn(signal, async (scoped) => answerOf(await ask(questionOf(request), scoped)));
  };
  return { elicit, ...(form ? { ask: approve } : {}) };
}

/** The server is named: its texts are not ours. */
function questionOf(request: Elicitation): Parameters<Connection["ask"]>[0] {
  const message = `The MCP server "${request.server}" asks: ${request.message}`;
  if (request.kind === "url") return { mode: "url", message, url: request.url, elicitationId: randomUUID() };
  return { message, requestedSchema: formSchema(request.fields) };
}

function answerOf({ action, content }: ElicitResult): Awaited<ReturnType<Elicit>> {
  return { action, ...(content === undefined ? {} : { content }) };
}
