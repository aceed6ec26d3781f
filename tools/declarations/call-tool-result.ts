import type { JsonSchema } from "../contract/spec.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import { schemaToTypeScript } from "./schema-to-typescript.ts";
import { TypeRenderer } from "./type-renderer.ts";

/**
 * The output schema of an MCP tool: a whole call result, with the given schema for its structured content. Declarations
 * show it as `CallToolResult<T>`.
 */
export function callToolResultSchema(structuredContent?: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      content: { type: "array", items: { type: "object" } },
      ...(structuredContent === undefined ? {} : { structuredContent }),
      isError: { type: "boolean" },
      _meta: { type: "object" },
    },
    required: ["content"],
  };
}

/** Whether an output schema describes an MCP call result, whoever wrote it. */
export function isCallToolResultSchema(schema: unknown): boolean {
  return propertiesOfCallResult(schema) !== null;
}

/** The schema of the structured content in that of an MCP call result; undefined where it has none, null for others. */
export function structuredContentSchema(schema: unknown): unknown {
  const properties = propertiesOfCallResult(schema);
  return properties === null ? null : own(properties, "structuredContent");
}

/** `CallToolResult<T>` for the schema of an MCP call result, else the schema's own type. */
export function outputType(schema: unknown): string {
  const properties = propertiesOfCallResult(schema);
  if (properties === null) return schemaToTypeScript(schema);
  const structured = own(properties, "structuredContent");
  if (structured === undefined) return "CallToolResult";
  // References in it mean the tool's own output schema, of which it is the root, unless the definitions stand outside.
  const outside = isJsonObject(schema) && (own(schema, "$defs") ?? own(schema, "definitions")) !== undefined;
  return `CallToolResult<${new TypeRenderer(outside ? schema : structured).render(structured).text}>`;
}

function propertiesOfCallResult(schema: unknown): JsonObject | null {
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  if (!isJsonObject(properties)) return null;
  const content = own(properties, "content");
  const items = isJsonObject(content) && own(content, "type") === "array" ? own(content, "items") : undefined;
  const matches =
    isOfType(items, "object") &&
    isOfType(own(properties, "isError"), "boolean") &&
    isOfType(own(properties, "_meta"), "object");
  return matches ? properties : null;
}

function isOfType(schema: unknown, type: string): boolean {
  return isJsonObject(schema) && own(schema, "type") === type;
}
