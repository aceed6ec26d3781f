import { measureValues } from "./check-values.ts";
import { UnusableSchemaError } from "./clean.ts";
import { isJsonObject, own } from "./json-object.ts";
import type { JsonObject } from "./json-object.ts";
import { sortedRecord } from "./key-order.ts";
import type { SchemaNode, SchemaTable } from "./node.ts";
import { knownTypes } from "./types.ts";

/** Characters of the texts in one schema; more could not be written as one JSON text. */
const MAX_CHARACTERS = 2 ** 28;
/** What JSON writes with up to six characters. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** Reads one cleaned schema: see {@link SchemaDecoder.decode}. */
export class SchemaDecoder {
  readonly #path: (string | number)[] = [];
  /** How often each list of values is used: one that is shared is written again each time. */
  readonly #enums = new Map<readonly unknown[], number>();
  #characters = 0;

  /**
   * Reads a cleaned schema into the keywords that are kept, in the order in which they are sent. `null` counts as
   * absent. Throws an {@link UnusableSchemaError} where a kept keyword has a value it cannot have.
   */
  decode(schema: unknown): SchemaNode {
    if (!isJsonObject(schema)) throw this.#wrong(schema, "a schema");
    const node: SchemaNode = {};
    this.#read(schema, "$ref", (value) => (node.$ref = this.#string(value)));
    this.#read(schema, "type", (value) => (node.type = this.#types(schema, value)));
    this.#read(schema, "description", (value) => (node.description = this.#string(value)));
    this.#read(schema, "encrypted", (value) => (node.encrypted = this.#boolean(value)));
    this.#read(schema, "enum", (value) => (node.enum = this.#values(value)));
    this.#read(schema, "items", (value) => (node.items = this.decode(value)));
    this.#read(schema, "minItems", (value) => (node.minItems = this.#count(value)));
    this.#read(schema, "properties", (value) => (node.properties = this.#table(value)));
    this.#read(schema, "required", (value) => (node.required = this.#list(value, (name) => this.#string(name))));
    this.#read(schema, "additionalProperties", (value) => {
      node.additionalProperties = typeof value === "boolean" ? value : this.decode(value);
    });
    this.#read(schema, "anyOf", (value) => (node.anyOf = this.#list(value, (variant) => this.decode(variant))));
    this.#read(schema, "oneOf", (value) => (node.oneOf = this.#list(value, (variant) => this.decode(variant))));
    this.#read(schema, "allOf", (value) => (node.allOf = this.#list(value, (variant) => this.decode(variant))));
    this.#read(schema, "$defs", (value) => (node.$defs = this.#table(value)));
    this.#read(schema, "definitions", (value) => (node.definitions = this.#table(value)));
    return node;
  }

  /**
   * Makes sure that everything decoded can be written as JSON. Throws as {@link measureValues} does, and an
   * {@link UnusableSchemaError} for a schema that is too long.
   */
  checkWritable(): void {
    for (const [values, uses] of this.#enums) this.#characters += uses * measureValues(values);
    if (this.#characters > MAX_CHARACTERS)
      throw new UnusableSchemaError(`it has more than ${MAX_CHARACTERS} characters`);
  }

  #read(schema: JsonObject, key: string, decode: (value: unknown) => void): void {
    const value = own(schema, key);
    if (value === undefined || value === null) return;
    this.#path.push(key);
    decode(value);
    this.#path.pop();
  }

  #table(value: unknown): SchemaTable {
    if (!isJsonObject(value)) throw this.#wrong(value, "an object of schemas");
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    return sortedRecord(names, (name) => {
      this.#spend(name);
      this.#path.push(name);
      const child = this.decode(value[name]);
      this.#path.pop();
      return child;
    });
  }

  #list<T>(value: unknown, decode: (item: unknown) => T): T[] {
    if (!Array.isArray(value)) throw this.#wrong(value, "a list");
    return value.map((item: unknown, index) => {
      this.#path.push(index);
      const decoded = decode(item);
      this.#path.pop();
      return decoded;
    });
  }

  #types(schema: JsonObject, value: unknown): string | readonly string[] {
    const names = knownTypes(schema);
    if (typeof value === "string" && names[0] === value) return value;
    if (Array.isArray(value) && names.length === value.length) return names;
    throw this.#wrong(value, "a type name or a list of them");
  }

  #string(value: unknown): string {
    if (typeof value !== "string") throw this.#wrong(value, "a text");
    this.#spend(value);
    return value;
  }

  #boolean(value: unknown): boolean {
    if (typeof value !== "boolean") throw this.#wrong(value, "true or false");
    return value;
  }

  #count(value: unknown): number {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
      throw this.#wrong(value, "a whole number from 0");
    return value;
  }

  #values(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) throw this.#wrong(value, "a list");
    const values: readonly unknown[] = value;
    this.#enums.set(values, (this.#enums.get(values) ?? 0) + 1);
    return values;
  }

  #spend(text: string): void {
    this.#characters += ESCAPED.test(text) ? text.length * 6 : text.length;
  }

  #wrong(value: unknown, expected: string): UnusableSchemaError {
    const got = value === null ? "null" : Array.isArray(value) ? "a list" : `of type ${typeof value}`;
    const place = this.#path.length === 0 ? "the schema" : `\`${this.#place().slice(0, 200)}\``;
    return new UnusableSchemaError(`${place} must be ${expected}, but is ${got}`);
  }

  #place(): string {
    const steps = this.#path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
    return steps.join("").replace(/^\./, "");
  }
}
