import { isJsonObject, own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import { literalType } from "./literal.ts";
import { renderArray } from "./array-type.ts";
import { renderObject } from "./object-type.ts";
import { resolveReference } from "./resolve-reference.ts";

const MAX_DEPTH = 64;
/** A reference may be inside itself once; deeper it becomes `unknown`. */
const MAX_SAME_REFERENCE = 2;
const MAX_EXPANSIONS = 500;
/** About 16,000 tokens; no model is helped by a longer type. */
const MAX_CHARACTERS = 64 * 1024;
const TYPE_KEYWORDS = [
  "const",
  "enum",
  "anyOf",
  "oneOf",
  "allOf",
  "type",
  "properties",
  "additionalProperties",
  "required",
  "items",
  "prefixItems",
];

/** Text of a type; `union` tells that it needs parentheses inside an intersection. */
export interface RenderedType {
  readonly text: string;
  readonly union: boolean;
}

const UNKNOWN: RenderedType = { text: "unknown", union: false };

/** Writes JSON Schemas as TypeScript types, within bounds on depth, on expanded references and on length. */
export class TypeRenderer {
  readonly #root: unknown;
  readonly #active = new Map<string, number>();
  #depth = 0;
  #expansions = 0;
  #characters = 0;
  /** Set inside a schema with an `$id` of its own, whose local references mean that schema and not the root. */
  #foreign = false;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** The type of one schema; `unknown` for what is no schema, and for everything once a bound is reached. */
  render(schema: unknown): RenderedType {
    if (schema === false) return plain("never");
    if (!isJsonObject(schema) || this.#depth >= MAX_DEPTH || this.isFull) return UNKNOWN;
    const foreign = this.#foreign;
    if (schema !== this.#root && typeof own(schema, "$id") === "string") this.#foreign = true;
    this.#depth++;
    try {
      const reference = own(schema, "$ref");
      return typeof reference === "string" ? this.#renderReference(reference, schema) : this.#renderKeywords(schema);
    } finally {
      this.#depth--;
      this.#foreign = foreign;
    }
  }

  /** Counts text that will be part of the result. */
  spend(text: string): string {
    this.#characters += text.length;
    return text;
  }

  /** Whether the text has grown as long as it may. */
  get isFull(): boolean {
    return this.#characters >= MAX_CHARACTERS;
  }

  #renderReference(reference: string, schema: JsonObject): RenderedType {
    const target = this.#expand(reference);
    if (!TYPE_KEYWORDS.some((key) => own(schema, key) !== undefined)) return target;
    const siblings = this.#renderKeywords(schema);
    if (siblings.text === "unknown") return target;
    return target.text === "unknown" ? siblings : plain(`(${target.text}) & (${siblings.text})`);
  }

  #expand(reference: string): RenderedType {
    const level = this.#active.get(reference) ?? 0;
    if (this.#foreign || level >= MAX_SAME_REFERENCE) return UNKNOWN;
    const target = resolveReference(this.#root, reference);
    if (target === undefined || ++this.#expansions > MAX_EXPANSIONS) return UNKNOWN;
    this.#active.set(reference, level + 1);
    const rendered = this.render(target);
    this.#active.set(reference, level);
    return rendered;
  }

  #renderKeywords(schema: JsonObject): RenderedType {
    const constant = own(schema, "const");
    if (constant !== undefined) return this.#renderLiterals([constant]);
    const values = own(schema, "enum");
    if (isList(values)) return this.#renderLiterals(values);
    for (const key of ["anyOf", "oneOf"]) {
      const variants = own(schema, key);
      if (isList(variants)) return this.#withProperties(schema, this.#join(variants, " | "));
    }
    const parts = own(schema, "allOf");
    if (isList(parts)) return this.#withProperties(schema, this.#join(parts, " & "));
    const type = own(schema, "type");
    if (typeof type === "string") return this.#renderNamedType(type, schema);
    if (isList(type)) {
      const rendered = type
        .filter((name) => typeof name === "string")
        .map((name) => this.#renderNamedType(name, schema).text);
      if (rendered.length > 0) return { text: rendered.join(" | "), union: rendered.length > 1 };
    }
    if (["properties", "additionalProperties", "required"].some((key) => own(schema, key) !== undefined)) {
      return plain(renderObject(schema, this));
    }
    if (["items", "prefixItems"].some((key) => own(schema, key) !== undefined)) return plain(renderArray(schema, this));
    return UNKNOWN;
  }

  /** Alternatives often only say which of the properties beside them are required; the properties must not get lost. */
  #withProperties(schema: JsonObject, variants: RenderedType): RenderedType {
    const properties = own(schema, "properties");
    if (!isJsonObject(properties) || Object.keys(properties).length === 0) return variants;
    return plain(`${renderObject(schema, this)} & (${variants.text})`);
  }

  #join(schemas: readonly unknown[], operator: " | " | " & "): RenderedType {
    const rendered: string[] = [];
    for (const schema of schemas) {
      if (this.isFull) return UNKNOWN;
      const { text, union } = this.render(schema);
      rendered.push(union && operator === " & " && schemas.length > 1 ? `(${text})` : text);
    }
    return { text: rendered.join(operator), union: operator === " | " && rendered.length > 1 };
  }

  #renderLiterals(values: readonly unknown[]): RenderedType {
    const literals: string[] = [];
    for (const value of values) {
      const literal = literalType(value);
      if (literal === null || this.isFull) return UNKNOWN;
      literals.push(this.spend(literal));
    }
    return this.isFull ? UNKNOWN : { text: literals.join(" | "), union: literals.length > 1 };
  }

  #renderNamedType(name: string, schema: JsonObject): RenderedType {
    if (name === "object") return plain(renderObject(schema, this));
    if (name === "array") return plain(renderArray(schema, this));
    if (name === "integer") return plain(this.spend("number"));
    return ["string", "number", "boolean", "null"].includes(name) ? plain(this.spend(name)) : UNKNOWN;
  }
}

function plain(text: string): RenderedType {
  return { text, union: false };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}
