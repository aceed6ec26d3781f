import type { ApprovalCall } from "./contract.ts";
import type { ApprovalFacts, ApprovalQuestion } from "./options.ts";

/** The question about a call. */
export function questionAbout(
  call: ApprovalCall,
  facts: ApprovalFacts,
  memory: Pick<ApprovalQuestion, "offersSession" | "isSettled">,
): ApprovalQuestion {
  const detail = describe(call);
  return { ...call, ...facts, ...memory, message: messageAbout(call), ...(detail === undefined ? {} : { detail }) };
}

function messageAbout({ need, tool, denied }: ApprovalCall): string {
  const what =
    need?.owner === undefined
      ? `the tool "${tool.name}" to run`
      : `the ${need.owner} MCP server to run tool "${tool.name}"`;
  if (denied === undefined) return `Allow ${what}?`;
  return `Allow ${what} again without confinement? It was denied: ${denied}`;
}

/** The tool's own sentence. A tool that fails at it has none, which is no reason not to ask. */
function describe({ need, input }: ApprovalCall): string | undefined {
  if (need?.describe === undefined) return undefined;
  try {
    const sentence: unknown = need.describe(input);
    return typeof sentence === "string" && sentence.trim() !== "" ? sentence : undefined;
  } catch {
    return undefined;
  }
}
