import { has, isJsonObject, own } from "./json-object.ts";
import type { JsonObject } from "./json-object.ts";
import { setOwn } from "./key-order.ts";
import { COMBINERS, inferType, knownTypes } from "./types.ts";

/** Schemas nested deeper than this are replaced by `{}`; JSON texts of model APIs end earlier. */
const MAX_DEPTH = 128;
/** Far more than a schema of 10 MB has; reached when an object is shared again and again. */
const MAX_NODES = 500_000;

/** The tables of definitions a schema can have. */
export const DEFINITION_TABLES = ["$defs", "definitions"] as const;

/** The schema cannot be used; the message says why, for whoever configured the tool. */
export class UnusableSchemaError extends Error {}

/** Cleans the nodes of one schema: see {@link SchemaCleaner.clean}. */
export class SchemaCleaner {
  readonly #ancestors = new Set<object>();
  #nodes = 0;

  /**
   * Gives every node a type, turns `const` into `enum` and boolean schemas into strings, and fills in what an object or
   * array has to have. A node that says nothing about its values becomes `{}`. What is no schema stays as it is, for
   * the decoder to refuse. A node inside itself becomes `{}`, too. The input is not changed.
   */
  clean(schema: unknown, depth = 0): unknown {
    if (typeof schema === "boolean") return { type: "string" };
    if (!isJsonObject(schema)) return schema;
    if (depth > MAX_DEPTH || this.#ancestors.has(schema)) return {};
    if (++this.#nodes > MAX_NODES) throw new UnusableSchemaError(`it has more than ${MAX_NODES} nodes`);
    const types = knownTypes(schema);
    if (types.length === 0 && !has(schema, "$ref") && !COMBINERS.some((key) => has(schema, key))) {
      const inferred = inferType(schema);
      if (inferred === null) return {};
      types.push(inferred);
    }
    this.#ancestors.add(schema);
    const cleaned = this.#cleanChildren(schema, depth + 1);
    this.#ancestors.delete(schema);
    return withType(cleaned, types);
  }

  #cleanChildren(schema: JsonObject, depth: number): { [key: string]: unknown } {
    const cleaned: { [key: string]: unknown } = { ...schema };
    for (const key of ["properties", ...DEFINITION_TABLES]) {
      const table = own(schema, key);
      if (isJsonObject(table)) cleaned[key] = this.#cleanTable(table, depth);
      else if (key !== "properties") delete cleaned[key];
    }
    if (has(schema, "items")) cleaned["items"] = this.clean(own(schema, "items"), depth);
    const additional = own(schema, "additionalProperties");
    if (isJsonObject(additional)) cleaned["additionalProperties"] = this.clean(additional, depth);
    for (const key of COMBINERS) {
      const variants = own(schema, key);
      if (Array.isArray(variants)) cleaned[key] = variants.map((variant) => this.clean(variant, depth));
    }
    const constant = own(schema, "const");
    if (constant !== undefined) cleaned["enum"] = [constant];
    return cleaned;
  }

  #cleanTable(table: JsonObject, depth: number): JsonObject {
    const cleaned: { [key: string]: unknown } = {};
    for (const name of Object.keys(table)) setOwn(cleaned, name, this.clean(table[name], depth));
    return cleaned;
  }
}

function withType(cleaned: { [key: string]: unknown }, types: readonly string[]): JsonObject {
  // A node with a reference or combiner may have no valid type; an invalid one is left for the decoder to refuse.
  if (types.length > 0) cleaned["type"] = types.length === 1 ? types[0] : types;
  if (types.includes("object") && !has(cleaned, "properties")) cleaned["properties"] = {};
  if (types.includes("array") && !has(cleaned, "items")) cleaned["items"] = { type: "string" };
  return cleaned;
}
