import type { JsonSchema } from "../../../tools/index.ts";

/** Most schema nodes that are looked at, deepest level of nesting, and most characters that are taken. */
const MAX_NODES = 2_000;
const MAX_DEPTH = 12;
const MAX_CHARACTERS = 16_000;

/** Keywords whose value is a schema, a list of schemas, or an object of schemas by name. */
const NESTED: ReadonlySet<string> = new Set([
  "items",
  "prefixItems",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "allOf",
  "$defs",
  "definitions",
  "then",
  "else",
]);

/** What a schema says of parameters: their names, and as details their descriptions and all of nested ones. */
export interface SchemaText {
  readonly names: string;
  readonly details: string;
}

/** The words of a schema. Any value is survived, cyclic ones too. */
export function schemaText(schema: JsonSchema): SchemaText {
  const names: string[] = [];
  const details: string[] = [];
  let characters = 0;
  let nodes = 0;
  const take = (text: string, to: string[]): void => {
    to.push(text.slice(0, Math.max(0, MAX_CHARACTERS - characters)));
    characters += text.length;
  };
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== "object" || node === null || depth > MAX_DEPTH) return;
    if (++nodes > MAX_NODES || characters >= MAX_CHARACTERS) return;
    if (Array.isArray(node)) {
      for (const member of node) visit(member, depth + 1);
      return;
    }
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword === "properties") visitProperties(value, depth);
      else if (NESTED.has(keyword)) visitNested(keyword, value, depth);
    }
  };
  const visitProperties = (properties: unknown, depth: number): void => {
    if (typeof properties !== "object" || properties === null) return;
    for (const [name, property] of Object.entries(properties)) {
      if (characters >= MAX_CHARACTERS) return;
      take(name, depth === 0 ? names : details);
      describe(property);
      visit(property, depth + 1);
    }
  };
  const visitNested = (keyword: string, value: unknown, depth: number): void => {
    const named = keyword === "$defs" || keyword === "definitions";
    const members = named && typeof value === "object" && value !== null ? Object.values(value) : [value].flat();
    for (const member of members) {
      describe(member);
      visit(member, depth + 1);
    }
  };
  const describe = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const description = Object.getOwnPropertyDescriptor(node, "description")?.value as unknown;
    if (typeof description === "string") take(description, details);
  };
  visit(schema, 0);
  return { names: names.join("\n"), details: details.join("\n") };
}
