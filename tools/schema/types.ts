import { has, own } from "./json-object.ts";
import type { JsonObject } from "./json-object.ts";

const TYPE_NAMES: ReadonlySet<unknown> = new Set(["string", "number", "boolean", "integer", "object", "array", "null"]);
const NUMBER_KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** Keywords that join schemas. */
export const COMBINERS = ["anyOf", "oneOf", "allOf"] as const;

/** The valid names in a schema's `type`, in order, duplicates included. */
export function knownTypes(schema: JsonObject): string[] {
  const type = own(schema, "type");
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.filter((name): name is string => TYPE_NAMES.has(name));
}

/** The type that the other keywords of a schema speak for, or null where they say nothing. */
export function inferType(schema: JsonObject): string | null {
  if (["properties", "required", "additionalProperties"].some((key) => has(schema, key))) return "object";
  if (has(schema, "items") || has(schema, "prefixItems")) return "array";
  if (["const", "enum", "format"].some((key) => has(schema, key))) return "string";
  return NUMBER_KEYWORDS.some((key) => has(schema, key)) ? "number" : null;
}
