import { below, inDefinition, isReplaced, keepsDescription, keepsTables, ROOT } from "./compaction-level.ts";
import type { Place } from "./compaction-level.ts";
import type { SchemaNode, SchemaTable } from "./node.ts";
import { COMBINERS } from "./types.ts";

/** Bytes of a pair of brackets. */
const BRACKETS = 2;
/** Bytes of the quotes and the colon that go with a key. */
const KEY_BYTES = 3;

/** Whether a schema, as a level of compaction leaves it, takes at most so many UTF-8 bytes as compact JSON. */
export function fitsIn(root: SchemaNode, level: number, maxBytes: number): boolean {
  const measure = new Measure(level, maxBytes);
  measure.node(root, ROOT);
  return measure.bytes <= maxBytes;
}

/** Adds up the bytes of a schema. Never counts too much, and stops soon after the limit is exceeded. */
class Measure {
  bytes = 0;
  readonly #level: number;
  readonly #limit: number;

  constructor(level: number, limit: number) {
    this.#level = level;
    this.#limit = limit;
  }

  node(node: SchemaNode, place: Place): void {
    this.bytes += BRACKETS;
    if (this.#isOver || isReplaced(node, this.#level, place)) return;
    const start = this.bytes;
    const children = below(place);
    const { $ref, type, description, encrypted, items, minItems, properties, required, additionalProperties } = node;
    if ($ref !== undefined) this.#key("$ref", start, () => this.#text($ref));
    if (type !== undefined) this.#key("type", start, () => this.#json(type));
    if (description !== undefined && keepsDescription(this.#level))
      this.#key("description", start, () => this.#text(description));
    if (encrypted !== undefined) this.#key("encrypted", start, () => this.#json(encrypted));
    const values = node.enum;
    if (values !== undefined) this.#key("enum", start, () => this.#list(values, (value) => this.#json(value)));
    if (items !== undefined) this.#key("items", start, () => this.node(items, children));
    if (minItems !== undefined) this.#key("minItems", start, () => this.#json(minItems));
    if (properties !== undefined) this.#key("properties", start, () => this.#table(properties, children));
    if (required !== undefined) this.#key("required", start, () => this.#list(required, (name) => this.#text(name)));
    if (typeof additionalProperties === "boolean")
      this.#key("additionalProperties", start, () => this.#json(additionalProperties));
    else if (additionalProperties !== undefined)
      this.#key("additionalProperties", start, () => this.node(additionalProperties, children));
    for (const key of COMBINERS) {
      const variants = node[key];
      if (variants !== undefined)
        this.#key(key, start, () => this.#list(variants, (variant) => this.node(variant, children)));
    }
    if (!keepsTables(this.#level, place)) return;
    const definition = inDefinition(place);
    for (const key of ["$defs", "definitions"] as const) {
      const table = node[key];
      if (table !== undefined) this.#key(key, start, () => this.#table(table, definition));
    }
  }

  get #isOver(): boolean {
    return this.bytes > this.#limit;
  }

  #key(name: string, start: number, measureValue: () => void): void {
    if (this.#isOver) return;
    this.#comma(start);
    this.bytes += name.length + KEY_BYTES;
    measureValue();
  }

  /** A comma stands before every member but the first. */
  #comma(start: number): void {
    if (this.bytes > start) this.bytes++;
  }

  #table(table: SchemaTable, place: Place): void {
    this.bytes += BRACKETS;
    const start = this.bytes;
    for (const name of Object.keys(table)) {
      if (this.#isOver) return;
      this.#comma(start);
      this.#text(name);
      this.bytes++;
      this.node(table[name] ?? {}, place);
    }
  }

  #list<T>(values: readonly T[], measureValue: (value: T) => void): void {
    this.bytes += BRACKETS;
    const start = this.bytes;
    for (const value of values) {
      if (this.#isOver) return;
      this.#comma(start);
      measureValue(value);
    }
  }

  #text(text: string): void {
    // JSON takes at least a byte a UTF-16 unit, so that what is far too long need not be written to be measured.
    if (this.bytes + text.length > this.#limit) this.bytes += text.length + BRACKETS;
    else this.#json(text);
  }

  #json(value: unknown): void {
    this.bytes += Buffer.byteLength(JSON.stringify(value) ?? "null");
  }
}
