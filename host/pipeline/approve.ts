import type { ConfinementDenied, ToolExecutor } from "../../tools/index.ts";
import { createApprovals } from "../approvals/approvals.ts";
import type { ApprovalCall, Approvals } from "../approvals/contract.ts";
import type { GatePlace } from "./gate/ask-outside-gate.ts";
import type { CallEvents } from "./call-events.ts";
import type { ToolCall } from "./call.ts";
import type { DispatchContext } from "./dispatch.ts";

/** Where no approvals are wanted, everything runs but what needs somebody's own yes. */
const NOBODY_IS_ASKED: Approvals = createApprovals({ policy: "never" });

/**
 * Null where the call may go on, else the text for the model; a promise of that only where somebody is asked, with the
 * gate given back meanwhile. Rejects with the reason of a caller who no longer waits.
 */
export function approve(
  executor: ToolExecutor,
  call: ToolCall,
  context: DispatchContext,
  place: GatePlace | null,
  events: CallEvents | null,
  denied: ConfinementDenied | null,
): string | null | Promise<string | null> {
  const approvals = context.approvals ?? (executor.approval?.needed === undefined ? null : NOBODY_IS_ASKED);
  if (approvals === null) return null;
  const asked: ApprovalCall = {
    sessionId: context.sessionId,
    callId: call.callId,
    source: call.source,
    tool: { namespace: executor.namespace, name: executor.name },
    input: call.input,
    need: executor.approval,
    annotations: executor.annotations ?? {},
    ...(denied === null ? {} : { denied: denied.denied }),
    signal: call.signal,
  };
  const decision = approvals.decide(asked);
  if (decision.verdict === "ask") return ask(decision.ask, call, context, place, events);
  events?.approval(decision.verdict, decision.by, 0);
  return decision.verdict === "deny" ? decision.message : null;
}

async function ask(
  question: Extract<ReturnType<NonNullable<DispatchContext["approvals"]>["decide"]>, { verdict: "ask" }>["ask"],
  call: ToolCall,
  context: DispatchContext,
  place: GatePlace | null,
  events: CallEvents | null,
): Promise<string | null> {
  const startedAt = performance.now();
  context.onAsking(call.source);
  const answer = await (place === null ? question() : place.whileAsking(question, call.signal));
  events?.approval(answer.verdict === "deny" ? "deny" : answer.answer, "asked", performance.now() - startedAt);
  return answer.verdict === "deny" ? answer.message : null;
}
