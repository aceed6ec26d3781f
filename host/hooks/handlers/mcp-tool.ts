import type { McpToolHandler } from "../sources.ts";

const PLACEHOLDER = /\$\{([A-Za-z0-9_.-]+)\}/g;

/**
 * The input of an MCP tool that is called as a hook: `${tool_input.path}` in its texts stands for a field of what hooks
 * are told. A field that is not there is an empty text, other values than texts become JSON.
 */
export function mcpToolInput(
  handler: McpToolHandler,
  told: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return fill(handler.input, told) as Readonly<Record<string, unknown>>;
}

// Recursive: the configuration was checked for depth.
function fill(value: unknown, told: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === "string") return value.replace(PLACEHOLDER, (_, path: string) => lookUp(told, path));
  if (Array.isArray(value)) return value.map((item) => fill(item, told));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, told)]));
}

function lookUp(told: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = told;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return "";
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
