import { ESTIMATED_MODES } from "../../../discovery/estimate-modes.ts";
import type { ModeEstimates, ModeTokens } from "../../../discovery/estimate-modes.ts";
import { printable } from "../../output/printable.ts";
import { alignedTable } from "../../output/table.ts";

const NO_NAMESPACE = "(no namespace)";
const OWN = "exec, wait, search";

/** What each mode costs, a row a namespace and a column a mode, and below it the largest tools. */
export function tokenTable({ namespaces, own, total, largest }: ModeEstimates): string {
  const tools = namespaces.reduce((sum, namespace) => sum + namespace.tools, 0);
  const rows = [
    ["tokens", "tools", ...ESTIMATED_MODES],
    ...namespaces.map(({ namespace, tools: count, tokens }) => [
      namespace === "" ? NO_NAMESPACE : printable(namespace),
      String(count),
      ...figures(tokens),
    ]),
    [OWN, "", ...figures(own)],
    ["total", String(tools), ...figures(total)],
  ];
  const large = largest.map(({ namespace, name, tokens }) => [
    printable(namespace === "" ? name : `${namespace}.${name}`),
    String(tokens),
  ]);
  return `${alignedTable(rows)}\nLargest tools\n${alignedTable(large)}`;
}

function figures(tokens: ModeTokens): string[] {
  return ESTIMATED_MODES.map((mode) => String(tokens[mode]));
}
