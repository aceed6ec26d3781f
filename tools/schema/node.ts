import { COMBINERS } from "./types.ts";

/** A named set of schemas. */
export interface SchemaTable {
  [name: string]: SchemaNode;
}

/** A schema reduced to the keywords that models are sent. Keys stand in this order in every node. */
export interface SchemaNode {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  encrypted?: boolean;
  enum?: readonly unknown[];
  items?: SchemaNode;
  minItems?: number;
  properties?: SchemaTable;
  required?: readonly string[];
  additionalProperties?: boolean | SchemaNode;
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly SchemaNode[];
  allOf?: readonly SchemaNode[];
  $defs?: SchemaTable;
  definitions?: SchemaTable;
}

/** Puts `replace(child)` in the place of every child of a node; definitions are children only where asked for. */
export function replaceChildren(
  node: SchemaNode,
  replace: (child: SchemaNode) => SchemaNode,
  definitions: "with definitions" | "without definitions",
): void {
  const { properties, items, additionalProperties } = node;
  if (items !== undefined) node.items = replace(items);
  if (properties !== undefined) replaceInTable(properties, replace);
  if (typeof additionalProperties === "object") node.additionalProperties = replace(additionalProperties);
  for (const key of COMBINERS) {
    const variants = node[key];
    if (variants !== undefined) node[key] = variants.map(replace);
  }
  if (definitions === "without definitions") return;
  for (const key of ["$defs", "definitions"] as const) {
    const table = node[key];
    if (table !== undefined) replaceInTable(table, replace);
  }
}

function replaceInTable(table: SchemaTable, replace: (child: SchemaNode) => SchemaNode): void {
  for (const [name, child] of Object.entries(table)) {
    const value = replace(child);
    // Defined, not assigned, because a name may be `__proto__`.
    if (value !== child)
      Object.defineProperty(table, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
