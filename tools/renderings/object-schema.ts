import { resolveReference } from "../declarations/resolve-reference.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import { setOwn } from "../schema/key-order.ts";
import { COMBINERS } from "../schema/types.ts";

/** A schema whose root says that it is one of objects. */
export interface ObjectSchema {
  type: "object";
  properties?: { [name: string]: object };
  required?: string[];
  [keyword: string]: unknown;
}

/** References that are followed one after the other, and levels of alternatives that are looked into. */
const MAX_STEPS = 16;
/** Alternatives that are looked into; definitions that refer to each other can stand for any number. */
const MAX_ALTERNATIVES = 1_000;

/**
 * A schema as APIs take it that want `type: "object"` at the root, properties that are objects, and a list of names as
 * `required`. A root that is a reference becomes what it refers to. Whatever the root says beyond that stays.
 */
export function objectSchema(schema: unknown): ObjectSchema {
  const root = followRoot(schema);
  const { properties, required, ...rest } = root;
  const table: { [name: string]: object } = {};
  if (isJsonObject(properties))
    for (const name of Object.keys(properties)) setOwn(table, name, schemaObject(properties[name]));
  return {
    ...rest,
    type: "object",
    ...(isJsonObject(properties) ? { properties: table } : {}),
    ...(Array.isArray(required) ? { required: namesIn(required) } : {}),
  };
}

/**
 * The same for APIs that take no alternatives at the root: these are joined to one set of properties, of which only
 * those are required that every alternative requires. It accepts what the schema accepts, and more; what is wrong
 * beyond that is found when the call is checked.
 */
export function plainObjectSchema(schema: unknown): ObjectSchema {
  const root = objectSchema(schema);
  if (!COMBINERS.some((key) => own(root, key) !== undefined)) return { ...root, properties: root.properties ?? {} };
  const alternatives = new Alternatives(schema);
  const required = alternatives.join(root, 0);
  const { additionalProperties: _, ...open } = Object.fromEntries(
    Object.entries(root).filter(([key]) => !COMBINERS.some((combiner) => combiner === key)),
  );
  return {
    ...open,
    type: "object",
    properties: alternatives.properties(),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Joins the properties of alternatives. */
class Alternatives {
  readonly #root: unknown;
  /** Schemas by property and by their own text, so that each is there once. */
  readonly #found = new Map<string, Map<string, object>>();
  #left = MAX_ALTERNATIVES;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Collects the properties of a schema and of its alternatives. Returns the names that all of them require. */
  join(schema: JsonObject, depth: number): string[] {
    const { properties = {}, required = [] } = objectSchema(schema);
    for (const [name, property] of Object.entries(properties)) {
      const found = this.#found.get(name) ?? new Map<string, object>();
      this.#found.set(name, found.set(JSON.stringify(property), property));
    }
    const names = new Set(required);
    for (const key of COMBINERS) {
      const variants = own(schema, key);
      if (!Array.isArray(variants) || depth >= MAX_STEPS) continue;
      const demands: string[][] = [];
      for (const variant of variants) {
        // What is not looked into demands nothing.
        demands.push(--this.#left < 0 ? [] : this.join(resolved(variant, this.#root), depth + 1));
        if (this.#left < 0) break;
      }
      const [first = [], ...others] = demands;
      const demanded =
        key === "allOf" ? demands.flat() : first.filter((name) => others.every((other) => other.includes(name)));
      for (const name of demanded) names.add(name);
    }
    return [...names];
  }

  properties(): { [name: string]: object } {
    const properties: { [name: string]: object } = {};
    for (const [name, found] of this.#found) {
      const [only = {}, ...others] = found.values();
      setOwn(properties, name, others.length === 0 ? only : { anyOf: [only, ...others] });
    }
    return properties;
  }
}

function followRoot(schema: unknown): JsonObject {
  const target = resolved(schema, schema);
  if (target === schema || !isJsonObject(schema)) return target;
  // What the target refers to is still found from the root.
  const { $ref: _, ...siblings } = schema;
  return { ...target, ...siblings };
}

function resolved(schema: unknown, root: unknown): JsonObject {
  let target = schema;
  for (let step = 0; step < MAX_STEPS && isJsonObject(target); step++) {
    const reference = own(target, "$ref");
    if (typeof reference !== "string") return target;
    target = resolveReference(root, reference);
  }
  return {};
}

function schemaObject(schema: unknown): object {
  if (isJsonObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
}

function namesIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}
