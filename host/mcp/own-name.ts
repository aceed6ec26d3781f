import type { ToolExecutor } from "../../tools/index.ts";

/**
 * What an MCP server itself calls one of its tools; the executor's name is made fit for models. Undefined for a tool that no
 * server owns. It is the first of the search words, since searches are to find it.
 */
export function ownNameOf({ approval, search }: ToolExecutor): string | undefined {
  return approval?.owner === undefined ? undefined : search?.keywords?.[0];
}
