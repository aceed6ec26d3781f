import { MCP_TYPES_PREAMBLE, truncateMiddle, usesMcpTypes } from "../../../tools/index.ts";
import type { FunctionToolSpec } from "../../../tools/index.ts";
import { inventory } from "../../discovery/inventory.ts";
import { nothingFound } from "../../discovery/nothing-found.ts";
import { DEFAULT_SEARCH_LIMIT, readSearchRequest } from "../../discovery/search-request.ts";
import { findTools } from "../../discovery/search/find-tools.ts";
import { memberText } from "./declarations.ts";
import type { NamedTool } from "./declarations.ts";

/** Most tokens of an answer. */
const MAX_ANSWER_TOKENS = 10_000;

/** The search for what programs can call, as a client lists it. Names of tools that `exec` does not declare are in it. */
export function searchSpec(missing: readonly NamedTool[], nameTokens: number): FunctionToolSpec {
  const { text, listed, total } = inventory(
    missing.map(({ executor }) => executor),
    nameTokens,
  );
  const names =
    text === ""
      ? ""
      : `\n\n${listed === total ? "Tools" : `${listed} of the ${total} tools`} that \`exec\` does not declare:\n${text}`;
  return {
    type: "function",
    namespace: "",
    name: "tool_search",
    description:
      "Finds tools that programs can call with `exec`, and gives their TypeScript declarations, best matches first. Search " +
      `before you conclude that a task has no tool.${names}`,
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          description: "Words that say what the tool should do, or a name of a tool or namespace.",
        },
        limit: {
          type: "integer",
          minimum: 1,
          description: `Most tools to answer with. Default ${DEFAULT_SEARCH_LIMIT}.`,
        },
      },
      required: ["query"],
      additionalProperties: false,
    },
  };
}

/** Searches, and answers in text. Throws, for the model, what is wrong with the arguments. */
export async function searchTools(tools: readonly NamedTool[], input: unknown): Promise<string> {
  const { query, limit } = readSearchRequest(input);
  const executors = executorsOf(tools);
  const found = await findTools(executors, query, limit);
  if (found.total === 0) return nothingFound(query, executors);
  const named = new Map(tools.map((tool) => [tool.executor, tool]));
  const members = found.tools.flatMap((executor) => named.get(executor) ?? []);
  const head =
    members.length === found.total
      ? `All ${found.total} matches. Call them in a program of \`exec\`:`
      : `The best ${members.length} of ${found.total} matches. Call them in a program of \`exec\`; a higher \`limit\` gives more.`;
  const types = members.some(({ executor }) => usesMcpTypes(executor.spec)) ? `${MCP_TYPES_PREAMBLE}\n\n` : "";
  const text = members.map((member) => memberText(member, false)).join("");
  return truncateMiddle(`${head}\n\n${types}\`\`\`ts\n// members of tools\n${text}\`\`\``, {
    maxTokens: MAX_ANSWER_TOKENS,
  });
}

const lists: WeakMap<readonly NamedTool[], ReturnType<typeof listOf>> = new WeakMap();

/** The same list for the same tools: its index is kept. */
function executorsOf(tools: readonly NamedTool[]): ReturnType<typeof listOf> {
  const made = lists.get(tools) ?? listOf(tools);
  lists.set(tools, made);
  return made;
}

function listOf(tools: readonly NamedTool[]): readonly NamedTool["executor"][] {
  return tools.map(({ executor }) => executor);
}
