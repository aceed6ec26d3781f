import type { ToolExecutor } from "../../../../tools/index.ts";
import { isDefaultNamespace } from "../../registry.ts";

/** Names of built-in tools, and namespaces (with a dot behind), in the order in which models expect them. */
const ORDER: readonly string[] = [
  "exec_command",
  "write_stdin",
  "list_mcp_resources",
  "list_mcp_resource_templates",
  "read_mcp_resource",
  "update_plan",
  "wait_for_environment",
  "request_user_input",
  "user messages",
  "request_permissions",
  "new_context",
  "get_context_remaining",
  "clock.",
  "sleep",
  "apply_patch",
  "view_image",
  "read_file",
  "list_dir",
  "find_files",
  "search_text",
];

const RANKS: ReadonlyMap<string, number> = new Map(ORDER.map((name, rank) => [name, rank]));

/**
 * Built-in tools in their fixed order, whatever the order in which their makers were asked: a list that changes its order
 * costs a model's prompt cache. Tools the order does not know come last, as they were given.
 */
export function inBuiltInOrder(
  builtIn: readonly ToolExecutor[],
  userMessages: readonly ToolExecutor[],
): readonly ToolExecutor[] {
  const ranked = [
    ...builtIn.map((executor) => ({ executor, rank: rankOf(executor) })),
    ...userMessages.map((executor) => ({ executor, rank: RANKS.get("user messages") ?? ORDER.length })),
  ];
  return ranked.sort((a, b) => a.rank - b.rank).map(({ executor }) => executor);
}

function rankOf({ namespace, name }: ToolExecutor): number {
  return RANKS.get(isDefaultNamespace(namespace) ? name : `${namespace}.`) ?? ORDER.length;
}
