import type { ListRule, ToolRule } from "../../rule.ts";

const TOOL_TOKENS = 1500;
const TOTAL_TOKENS = 10_000;

/** A definition that takes much of the context. */
export const costlyTool: ToolRule = {
  name: "costly-tool",
  area: "discovery",
  severity: "warning",
  title: "a definition that costs many tokens",
  why: "It is paid in every request, whether the tool is called or not, and crowds out what the model should read.",
  fix: "Shorten descriptions, split rarely used arguments into a tool of their own, or defer the tool (search).",
  check: ({ tokens }) =>
    tokens <= TOOL_TOKENS
      ? []
      : [{ where: "definition", message: `The definition costs about ${tokens} tokens (more than ${TOOL_TOKENS}).` }],
};

/** All definitions together. */
export const costlyList: ListRule = {
  name: "costly-list",
  area: "discovery",
  severity: "warning",
  title: "definitions that cost many tokens together",
  why: "Long lists are paid in every request, and models choose worse from them.",
  fix: "Offer them through code (mode code-only) or search, or leave tools out with disabledTools; `isocell tools --tokens` compares.",
  checkAll: (tools) => {
    const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
    if (total <= TOTAL_TOKENS) return [];
    return [
      {
        where: "all tools",
        message: `${tools.length} tools cost about ${total} tokens together (more than ${TOTAL_TOKENS}).`,
      },
    ];
  },
};
