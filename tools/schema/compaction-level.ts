import type { SchemaNode } from "./node.ts";
import { parseDefinitionReference } from "./references.ts";
import { COMBINERS } from "./types.ts";

/**
 * What a level drops, each also what the levels below it drop:
 *
 * | level | drops |
 * |---|---|
 * | 0 | nothing |
 * | 1 | every description |
 * | 2 | the root's definitions, and every node that refers to a definition |
 * | 3 | every node from depth 3 on that has children or a reference |
 * | 4 | every node with alternatives |
 *
 * A node that is dropped becomes `{}`. Definitions that are not the root's stay as they are, but for descriptions.
 */
export const MAX_LEVEL = 4;

const MAX_COMPACT_DEPTH = 3;

/** Where a node stands: how far below the root, and whether inside a definition. */
export interface Place {
  readonly depth: number;
  readonly inDefinition: boolean;
}

/** The place of the root. */
export const ROOT: Place = { depth: 0, inDefinition: false };

/** The place of a node's children other than its definitions. */
export function below(place: Place): Place {
  return { depth: place.depth + 1, inDefinition: place.inDefinition };
}

/** The place of a node's definitions. */
export function inDefinition(place: Place): Place {
  return { depth: place.depth + 1, inDefinition: true };
}

/** Whether descriptions are left. */
export function keepsDescription(level: number): boolean {
  return level < 1;
}

/** Whether a node keeps its tables of definitions. */
export function keepsTables(level: number, place: Place): boolean {
  return level < 2 || place.depth > 0;
}

/** Whether a node becomes `{}`. */
export function isReplaced(node: SchemaNode, level: number, place: Place): boolean {
  if (level < 2 || place.inDefinition) return false;
  if (node.$ref !== undefined && parseDefinitionReference(node.$ref) !== null) return true;
  if (level < 3) return false;
  if (place.depth >= MAX_COMPACT_DEPTH && hasChildren(node)) return true;
  return level >= 4 && hasCombiner(node);
}

function hasChildren(node: SchemaNode): boolean {
  return (
    node.items !== undefined ||
    node.properties !== undefined ||
    node.additionalProperties !== undefined ||
    node.$ref !== undefined ||
    hasCombiner(node)
  );
}

function hasCombiner(node: SchemaNode): boolean {
  return COMBINERS.some((key) => node[key] !== undefined);
}
