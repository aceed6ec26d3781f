import { SchemaCleaner, UnusableSchemaError } from "./clean.ts";
import { compactSchema } from "./compact.ts";
import { SchemaDecoder } from "./decode.ts";
import { has, isJsonObject, own } from "./json-object.ts";
import { pruneDefinitions } from "./references.ts";

/** Size in UTF-8 bytes, as compact JSON, above which a tool's schema is made smaller. */
export const DEFAULT_SCHEMA_MAX_BYTES = 5000;

/** A schema that can be sent, its keys in the order in which they are sent, or why the tool cannot be offered. */
export type NormalizedSchema =
  | { readonly schema: { readonly [keyword: string]: unknown } }
  | { readonly dropped: string };

/**
 * Reduces the input schema of a tool from elsewhere (an MCP server, say) to the part of JSON Schema that models take:
 * cleans it, drops definitions nothing refers to, and makes it smaller when it exceeds `maxBytes`. What is larger
 * after that is sent as it is. Never throws; the input is not changed, but values of `enum` are shared with it.
 */
export function normalizeToolSchema(schema: unknown, options: { readonly maxBytes?: number } = {}): NormalizedSchema {
  const maxBytes = options.maxBytes ?? DEFAULT_SCHEMA_MAX_BYTES;
  try {
    const cleaned = new SchemaCleaner().clean(withProperties(schema));
    const decoder = new SchemaDecoder();
    const decoded = decoder.decode(isJsonObject(cleaned) ? pruneDefinitions(cleaned) : cleaned);
    if (decoded.type === "null") return { dropped: "the schema only accepts null; tools take an object" };
    decoder.checkWritable();
    return { schema: { ...compactSchema(decoded, maxBytes) } };
  } catch (error) {
    if (error instanceof UnusableSchemaError) return { dropped: error.message };
    // JSON cannot hold it: a cycle, a BigInt or endless nesting within an `enum`, or a getter that throws.
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : "unknown error";
    return { dropped: `the schema cannot be written as JSON: ${reason}` };
  }
}

function withProperties(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  return has(schema, "properties") && own(schema, "properties") !== null ? schema : { ...schema, properties: {} };
}
