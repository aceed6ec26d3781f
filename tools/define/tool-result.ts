import type { ToolOutput, ToolResult } from "../contract/executor.ts";

/**
 * The result of a handler's value. A script gets the value; a model that called directly gets a text as it is and
 * everything else as JSON. That JSON is made when somebody asks for it, because most results of nested calls are never
 * shown. Throws (for the model) where JSON cannot hold the value.
 */
export function toolResultOf(tool: string, value: unknown): ToolResult {
  if (["function", "symbol", "bigint"].includes(typeof value)) throw notJson(tool, `it is a ${typeof value}`);
  const held = value === undefined ? null : value;
  let output: ToolOutput | undefined;
  return {
    value: held,
    get output() {
      return (output ??= { content: [{ type: "text", text: textOf(tool, held) }], success: true });
    },
  };
}

function textOf(tool: string, value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    throw notJson(tool, error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "unknown error");
  }
}

function notJson(tool: string, reason: string): Error {
  return new Error(`tool \`${tool}\` gave a result that is not JSON: ${reason}`);
}
