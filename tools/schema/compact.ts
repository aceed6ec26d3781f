import { orderedRecord } from "./key-order.ts";
import { fitsIn } from "./measure.ts";
import type { SchemaNode, SchemaTable } from "./node.ts";
import { MAX_LEVEL, ROOT, below, inDefinition, isReplaced, keepsDescription, keepsTables } from "./compaction-level.ts";
import type { Place } from "./compaction-level.ts";
import { COMBINERS } from "./types.ts";

/**
 * Makes a schema fit a number of UTF-8 bytes as compact JSON by dropping ever more of it, and only as much as needed:
 * see `compaction-level.ts`. A wide schema may stay too large all the same. The schema it is given is not changed.
 *
 * Only what is returned is built, and no measuring reads further than `maxBytes`: a large schema is gone through once,
 * not once a level.
 */
export function compactSchema(root: SchemaNode, maxBytes: number): SchemaNode {
  for (let level = 0; level < MAX_LEVEL; level++) {
    if (fitsIn(root, level, maxBytes)) return level === 0 ? root : buildNode(root, level, ROOT);
  }
  return buildNode(root, MAX_LEVEL, ROOT);
}

function buildNode(node: SchemaNode, level: number, place: Place): SchemaNode {
  if (isReplaced(node, level, place)) return {};
  const children = below(place);
  const child = (schema: SchemaNode): SchemaNode => buildNode(schema, level, children);
  const { $ref, type, description, encrypted, items, minItems, properties, required, additionalProperties } = node;
  const built: SchemaNode = {};
  if ($ref !== undefined) built.$ref = $ref;
  if (type !== undefined) built.type = type;
  if (description !== undefined && keepsDescription(level)) built.description = description;
  if (encrypted !== undefined) built.encrypted = encrypted;
  if (node.enum !== undefined) built.enum = node.enum;
  if (items !== undefined) built.items = child(items);
  if (minItems !== undefined) built.minItems = minItems;
  if (properties !== undefined) built.properties = buildTable(properties, child);
  if (required !== undefined) built.required = required;
  if (additionalProperties !== undefined) {
    built.additionalProperties =
      typeof additionalProperties === "boolean" ? additionalProperties : child(additionalProperties);
  }
  for (const key of COMBINERS) {
    const variants = node[key];
    if (variants !== undefined) built[key] = variants.map(child);
  }
  if (!keepsTables(level, place)) return built;
  const definition = inDefinition(place);
  const build = (schema: SchemaNode): SchemaNode => buildNode(schema, level, definition);
  if (node.$defs !== undefined) built.$defs = buildTable(node.$defs, build);
  if (node.definitions !== undefined) built.definitions = buildTable(node.definitions, build);
  return built;
}

function buildTable(table: SchemaTable, build: (schema: SchemaNode) => SchemaNode): SchemaTable {
  return orderedRecord(Object.keys(table), (name) => build(table[name] ?? {}));
}
