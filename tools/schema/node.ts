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
