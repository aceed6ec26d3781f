import type { ApprovalCall } from "./contract.ts";

/** Reasons come from people and from an embedder's code; a model needs no more of them than this many characters. */
const MAX_REASON = 2000;

/** What a model reads of a call that was not allowed. */
export interface DenialTexts {
  readonly never: () => string;
  readonly declined: (reason?: string) => string;
  readonly byPolicy: (reason?: string) => string;
  readonly policyFailed: (what: string) => string;
  readonly nobody: () => string;
  readonly askingFailed: (what: string) => string;
}

/** The texts about one call: tools that belong to an MCP server are called so, since models know these texts. */
export function textsFor({ need, input }: ApprovalCall): DenialTexts {
  const own = (why: "never" | "declined"): string | undefined => {
    try {
      return need?.refusal?.(input, why);
    } catch {
      return undefined;
    }
  };
  const call = need?.owner === undefined ? "tool call" : "MCP tool call";
  return {
    never: () => own("never") ?? `${call} requires approval, but approval policy is never`,
    declined: (reason) => withReason(own("declined") ?? `user rejected ${call}`, reason),
    byPolicy: (reason) => withReason(`approval policy rejected ${call}`, reason),
    policyFailed: (what) => withReason(`${call} rejected, because the approval policy failed`, what),
    nobody: () =>
      `${call} requires approval, but there is nobody to ask; go on without it, or have the user allow this tool in the configuration`,
    askingFailed: (what) => withReason(`${call} requires approval, but asking for it failed`, what),
  };
}

function withReason(text: string, reason: string | undefined): string {
  const trimmed = reason?.trim() ?? "";
  if (trimmed === "") return text;
  return `${text}: ${trimmed.length > MAX_REASON ? `${trimmed.slice(0, MAX_REASON)}…` : trimmed}`;
}
