import { DEFINITION_TABLES } from "./clean.ts";
import { isJsonObject, own } from "./json-object.ts";
import type { JsonObject } from "./json-object.ts";
import { COMBINERS } from "./types.ts";

/** The entry of a definition table that a local reference leads to or into. */
export interface DefinitionPointer {
  readonly table: (typeof DEFINITION_TABLES)[number];
  readonly name: string;
}

/** The steps of a `#/…` pointer, percent signs and `~` escapes resolved; null for every other kind of reference. */
export function parsePointer(reference: string): string[] | null {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return null;
  try {
    const decoded = decodeURIComponent(reference.slice(2).replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
    return decoded.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return null;
  }
}

/** The definition a reference needs, or null where it needs none. Deeper steps need the whole entry. */
export function parseDefinitionReference(reference: unknown): DefinitionPointer | null {
  const steps = typeof reference === "string" ? parsePointer(reference) : null;
  const [first, name] = steps ?? [];
  const table = DEFINITION_TABLES.find((candidate) => candidate === first);
  return table === undefined || name === undefined ? null : { table, name };
}

/** Removes the root's definitions that nothing outside them leads to, directly or through others. */
export function pruneDefinitions(root: JsonObject): JsonObject {
  const reachable = { $defs: new Set<string>(), definitions: new Set<string>() };
  const pending: DefinitionPointer[] = [];
  collectFromSchema(root, pending);
  const seen = new Set<object>();
  for (let pointer = pending.pop(); pointer !== undefined; pointer = pending.pop()) {
    if (reachable[pointer.table].has(pointer.name)) continue;
    reachable[pointer.table].add(pointer.name);
    const table = own(root, pointer.table);
    if (isJsonObject(table)) collectFromAnything(own(table, pointer.name), pending, seen);
  }
  const pruned: { [key: string]: unknown } = { ...root };
  for (const key of DEFINITION_TABLES) {
    const table = own(root, key);
    if (!isJsonObject(table)) continue;
    const kept = Object.entries(table).filter(([name]) => reachable[key].has(name));
    if (kept.length > 0) pruned[key] = Object.fromEntries(kept);
    else delete pruned[key];
  }
  return pruned;
}

/** Outside the tables only references count that stand where a schema is expected. */
function collectFromSchema(schema: unknown, found: DefinitionPointer[]): void {
  if (!isJsonObject(schema)) return;
  collect(schema, found);
  const properties = own(schema, "properties");
  if (isJsonObject(properties)) for (const child of Object.values(properties)) collectFromSchema(child, found);
  for (const key of ["items", "additionalProperties"]) collectFromSchema(own(schema, key), found);
  for (const key of COMBINERS) {
    const variants = own(schema, key);
    if (Array.isArray(variants)) for (const variant of variants) collectFromSchema(variant, found);
  }
}

/** Within a definition every reference counts. Unknown keywords may hold anything, so depth and cycles must not matter. */
function collectFromAnything(value: unknown, found: DefinitionPointer[], seen: Set<object>): void {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isJsonObject(next)) collect(next, found);
    for (const child of Object.values(next)) stack.push(child);
  }
}

function collect(schema: JsonObject, found: DefinitionPointer[]): void {
  const pointer = parseDefinitionReference(own(schema, "$ref"));
  if (pointer !== null) found.push(pointer);
}
