import type { ApprovalNeed, CallSource, ToolAnnotations } from "../../tools/index.ts";

/** A call about which somebody may have to be asked. */
export interface ApprovalCall {
  readonly sessionId: string;
  readonly callId: string;
  readonly source: CallSource;
  readonly tool: { readonly namespace: string; readonly name: string };
  readonly input: unknown;
  /** The tool's; undefined for one that never needs an approval, about which a policy may still ask. */
  readonly need: ApprovalNeed | undefined;
  readonly annotations: ToolAnnotations;
  /** Set when the question is whether to try again without confinement: what was denied. */
  readonly denied?: string;
  readonly signal: AbortSignal;
}

/** What an approver answers. `deny` without a reason reads as "declined". */
export type ApprovalAnswer =
  | { readonly answer: "allow" }
  | { readonly answer: "allow-for-session" }
  | { readonly answer: "deny"; readonly reason?: string };

/** A decision: at once where policy or memory settles it, else by asking. */
export type ApprovalVerdict =
  | { readonly verdict: "allow"; readonly by: "policy" | "session" }
  | { readonly verdict: "deny"; readonly by: "policy"; readonly message: string }
  /** Asks whoever can answer; settles with the answer as a verdict. Never rejects but with the signal's reason. */
  | { readonly verdict: "ask"; readonly ask: () => Promise<AskedVerdict> };

export type AskedVerdict =
  | { readonly verdict: "allow"; readonly answer: "allow" | "allow-for-session" }
  | { readonly verdict: "deny"; readonly message: string };

/** Decides about calls. One a session, so that it can remember answers. */
export interface Approvals {
  readonly decide: (call: ApprovalCall) => ApprovalVerdict;
}
