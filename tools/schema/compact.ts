import { replaceChildren } from "./node.ts";
import type { SchemaNode } from "./node.ts";
import { parseDefinitionReference } from "./references.ts";
import { COMBINERS } from "./types.ts";

/** From this depth on, compaction keeps only nodes without children; the root has depth 0. */
const MAX_COMPACT_DEPTH = 3;

/** From the least to the most lossy; each changes what it can in place and returns the root. */
const PASSES: readonly ((root: SchemaNode) => SchemaNode)[] = [
  dropDescriptions,
  dropDefinitions,
  (root) => collapseDeepNodes(root, 0),
  collapseCombiners,
];

/**
 * Makes a schema fit a number of UTF-8 bytes as compact JSON by dropping ever more of it, and only as much as needed:
 * descriptions, then definitions and what refers to them, then what is nested deep, then alternatives. A wide schema may
 * stay too large all the same. Changes the schema it is given.
 */
export function compactSchema(schema: SchemaNode, maxBytes: number): SchemaNode {
  let root = schema;
  for (const pass of PASSES) {
    if (Buffer.byteLength(JSON.stringify(root)) <= maxBytes) break;
    root = pass(root);
  }
  return root;
}

function dropDescriptions(node: SchemaNode): SchemaNode {
  delete node.description;
  replaceChildren(node, dropDescriptions, "with definitions");
  return node;
}

function dropDefinitions(root: SchemaNode): SchemaNode {
  const rewritten = forgetReferences(root);
  delete rewritten.$defs;
  delete rewritten.definitions;
  return rewritten;
}

function forgetReferences(node: SchemaNode): SchemaNode {
  if (parseDefinitionReference(node.$ref) !== null) return {};
  replaceChildren(node, forgetReferences, "without definitions");
  return node;
}

function collapseDeepNodes(node: SchemaNode, depth: number): SchemaNode {
  const nested =
    node.items !== undefined ||
    node.properties !== undefined ||
    node.additionalProperties !== undefined ||
    node.$ref !== undefined ||
    hasCombiner(node);
  if (depth >= MAX_COMPACT_DEPTH && nested) return {};
  replaceChildren(node, (child) => collapseDeepNodes(child, depth + 1), "without definitions");
  return node;
}

function collapseCombiners(node: SchemaNode): SchemaNode {
  if (hasCombiner(node)) return {};
  replaceChildren(node, collapseCombiners, "without definitions");
  return node;
}

function hasCombiner(node: SchemaNode): boolean {
  return COMBINERS.some((key) => node[key] !== undefined);
}
