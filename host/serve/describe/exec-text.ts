import { DEFAULT_NAMESPACE } from "../../../tools/index.ts";
import { byNamespace } from "../../discovery/deferred.ts";
import type { Declarations, NamedTool } from "./declarations.ts";

const MAX_NAMESPACES = 20;

/** What the description of `exec` is made from. */
export interface ExecFacts {
  readonly yieldTimeMs: number;
  readonly maxOutputTokens: number;
  /** Everything that a script may call. */
  readonly tools: readonly NamedTool[];
  /** Null where the tools are listed beside `exec`, with their declarations. */
  readonly declarations: Declarations | null;
  /** Whether `tool_search` is offered. */
  readonly search: boolean;
}

/**
 * The description of `exec` for MCP clients. What a model has to know comes first: some clients cut descriptions after
 * 2 KB. Tools come last.
 */
export function describeExecForMcp({ yieldTimeMs, maxOutputTokens, ...facts }: ExecFacts): string {
  const { tools, declarations, search } = facts;
  const find = search ? "`tool_search`, or filter `ALL_TOOLS` in the program" : "filter `ALL_TOOLS` in the program";
  return `Runs a JavaScript program that calls tools, and returns what the program emits. ${countText(tools)}

- \`source\` is the program: a module with top-level await, no imports, no Node.js, no network, no files; tools are the way to all of that.
- Call a tool with \`const result = await tools.NAME({ ... })\`; use \`Promise.all\` for calls that do not depend on each other. A call that fails rejects with an Error. Tools of MCP servers resolve to \`{ content, structuredContent?, isError? }\`.
- \`ALL_TOOLS\` is an array of \`{ name, description }\` with the TypeScript declaration of every tool. To find a tool: ${find}.
- Only what the program emits comes back: \`text(value)\` (JSON for what is no string), \`image(block)\`, \`audio(block)\`, \`content(blocks)\` for MCP content. Loop, filter and combine in the program; emit the result, not raw data.
- A program that runs longer than \`yield_time_ms\` (default ${yieldTimeMs}) goes on; the answer then names a cell ID: call \`wait\` with it.
- Calls not awaited when the last statement has run are cancelled. Output beyond \`max_output_tokens\` (default ${maxOutputTokens}) is cut in the middle.
- \`store(key, value)\`, \`load(key)\`: JSON values for later programs. \`notify(value)\`: tells the user at once. \`yield_control()\`: answers now, the program goes on. \`exit()\`: ends it.${declarations === null ? "" : sectionText(tools.length, declarations, find)}`;
}

/** How many tools there are, by namespace, as far as that is short. */
function countText(tools: readonly NamedTool[]): string {
  if (tools.length === 0) return "At present there is no tool to call.";
  const groups = [...byNamespace(tools.map(({ executor }) => executor))];
  const named = groups
    .slice(0, MAX_NAMESPACES)
    .map(([namespace, members]) => `${namespace === "" ? DEFAULT_NAMESPACE : namespace} (${members.length})`);
  const more = groups.length > MAX_NAMESPACES ? `, +${groups.length - MAX_NAMESPACES} more` : "";
  return `It can call ${tools.length} ${tools.length === 1 ? "tool" : "tools"}: ${named.join(", ")}${more}.`;
}

function sectionText(total: number, { text, missing }: Declarations, find: string): string {
  if (total === 0) return "";
  if (missing.length === 0) return `\n\nAll members of \`tools\`:\n\n${text}`;
  const declared = total - missing.length;
  const head =
    declared === 0
      ? `No member of \`tools\` is declared here. To find one: ${find}.`
      : `${declared} of the ${total} members of \`tools\`; to find the others: ${find}.`;
  return text === "" ? `\n\n${head}` : `\n\n${head}\n\n${text}`;
}
