import { createApprovals } from "../../../host/approvals/approvals.ts";
import type { ApprovalAnswer, ApprovalCall, Approvals, ApprovalVerdict } from "../../../host/approvals/contract.ts";
import type { ApprovalOptions, ApprovalQuestion, Ask } from "../../../host/approvals/options.ts";

/** A call of the tool `w` of the MCP server `m`, which says nothing about itself. */
export function callOf(parts: Partial<ApprovalCall> = {}): ApprovalCall {
  return {
    sessionId: "1",
    callId: "call-1",
    source: { kind: "direct" },
    tool: { namespace: "mcp__m", name: "w" },
    input: { a: 1 },
    need: { owner: "m" },
    annotations: {},
    signal: new AbortController().signal,
    ...parts,
  };
}

/** What became of a call: the answer of whoever was asked, or the text it was refused with. */
export async function settle(verdict: ApprovalVerdict): Promise<string> {
  const settled = verdict.verdict === "ask" ? await verdict.ask() : verdict;
  if (settled.verdict === "deny") return settled.message;
  return "answer" in settled ? settled.answer : `allowed by ${settled.by}`;
}

/** Decides and asks. */
export function decide(approvals: Approvals, parts: Partial<ApprovalCall> = {}): Promise<string> {
  return settle(approvals.decide(callOf(parts)));
}

/** An asker that always answers the same, and approvals that use it. */
export function answering(
  answer: unknown,
  options: ApprovalOptions = {},
): { readonly approvals: Approvals; readonly asked: ApprovalQuestion[] } {
  const asked: ApprovalQuestion[] = [];
  const ask: Ask = (question) => {
    asked.push(question);
    return Promise.resolve(answer as ApprovalAnswer);
  };
  return { approvals: createApprovals({ ask, ...options }), asked };
}
