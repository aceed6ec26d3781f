import type { ConfinementDenied, ToolExecutor } from "../../tools/index.ts";
import type { ApprovalCall } from "../approvals/contract.ts";
import { whileAsking } from "./ask-outside-gate.ts";
import type { CallEvents } from "./call-events.ts";
import type { ToolCall } from "./call.ts";
import type { DispatchContext } from "./dispatch.ts";

/** Whether anybody may have a say about calls of a tool. */
export function needsApproval(executor: ToolExecutor, { approvals }: DispatchContext): boolean {
  return approvals !== null && executor.approval !== undefined;
}

/** Null where the call may go on, else the text for the model. The gate is free while somebody is asked. */
export async function approve(
  executor: ToolExecutor,
  call: ToolCall,
  context: DispatchContext,
  shared: boolean | null,
  events: CallEvents | null,
  denied: ConfinementDenied | null,
): Promise<string | null> {
  const { approvals, gate } = context;
  const { approval: need } = executor;
  if (approvals === null || need === undefined) return null;
  const asked: ApprovalCall = {
    sessionId: context.sessionId,
    callId: call.callId,
    source: call.source,
    tool: { namespace: executor.namespace, name: executor.name },
    input: call.input,
    need,
    annotations: executor.annotations ?? {},
    ...(denied === null ? {} : { denied: denied.denied }),
    signal: call.signal,
  };
  const startedAt = performance.now();
  const decision = approvals.decide(asked);
  if (decision.verdict === "allow") {
    events?.approval("allow", decision.by, 0);
    return null;
  }
  if (decision.verdict === "deny") {
    events?.approval("deny", decision.by, 0);
    return decision.message;
  }
  context.onAsking(call.source);
  const answer = shared === null ? await decision.ask() : await whileAsking(gate, shared, decision.ask);
  events?.approval(answer.verdict === "deny" ? "deny" : answer.answer, "asked", performance.now() - startedAt);
  return answer.verdict === "deny" ? answer.message : null;
}
