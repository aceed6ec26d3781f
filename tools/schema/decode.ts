import { UnusableSchemaError } from "./clean.ts";
import { isJsonObject, own } from "./json-object.ts";
import type { JsonObject } from "./json-object.ts";
import { sortedRecord } from "./key-order.ts";
import type { SchemaNode, SchemaTable } from "./node.ts";
import { knownTypes } from "./types.ts";

/**
 * Reads a cleaned schema into the keywords that are kept, in the order in which they are sent. `null` counts as absent.
 * Throws an {@link UnusableSchemaError} where a kept keyword has a value it cannot have.
 */
export function decodeSchema(schema: unknown, path = ""): SchemaNode {
  if (!isJsonObject(schema)) throw wrong(path, schema, "a schema");
  const read = reader(schema, path);
  const node: SchemaNode = {};
  read("$ref", (value, at) => (node.$ref = expectString(value, at)));
  read("type", (value, at) => (node.type = expectTypes(schema, value, at)));
  read("description", (value, at) => (node.description = expectString(value, at)));
  read("encrypted", (value, at) => (node.encrypted = expectBoolean(value, at)));
  read("enum", (value, at) => (node.enum = expectArray(value, at)));
  read("items", (value, at) => (node.items = decodeSchema(value, at)));
  read("minItems", (value, at) => (node.minItems = expectCount(value, at)));
  read("properties", (value, at) => (node.properties = decodeTable(value, at)));
  read("required", (value, at) => (node.required = expectStrings(value, at)));
  read("additionalProperties", (value, at) => {
    node.additionalProperties = typeof value === "boolean" ? value : decodeSchema(value, at);
  });
  read("anyOf", (value, at) => (node.anyOf = decodeList(value, at)));
  read("oneOf", (value, at) => (node.oneOf = decodeList(value, at)));
  read("allOf", (value, at) => (node.allOf = decodeList(value, at)));
  read("$defs", (value, at) => (node.$defs = decodeTable(value, at)));
  read("definitions", (value, at) => (node.definitions = decodeTable(value, at)));
  return node;
}

function reader(schema: JsonObject, path: string): (key: string, decode: (value: unknown, at: string) => void) => void {
  return (key, decode) => {
    const value = own(schema, key);
    if (value !== undefined && value !== null) decode(value, path === "" ? key : `${path}.${key}`);
  };
}

function decodeTable(value: unknown, path: string): SchemaTable {
  if (!isJsonObject(value)) throw wrong(path, value, "an object of schemas");
  return sortedRecord(
    Object.entries(value)
      .filter((entry) => entry[1] !== undefined)
      .map(([name, child]) => [name, decodeSchema(child, `${path}.${name}`)] as const),
  );
}

function decodeList(value: unknown, path: string): SchemaNode[] {
  return expectArray(value, path).map((child, index) => decodeSchema(child, `${path}[${index}]`));
}

function expectTypes(schema: JsonObject, value: unknown, path: string): string | readonly string[] {
  const names = knownTypes(schema);
  if (typeof value === "string" && names[0] === value) return value;
  if (Array.isArray(value) && names.length === value.length) return names;
  throw wrong(path, value, "a type name or a list of them");
}

function expectString(value: unknown, path: string): string {
  if (typeof value !== "string") throw wrong(path, value, "a text");
  return value;
}

function expectBoolean(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw wrong(path, value, "true or false");
  return value;
}

function expectCount(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
    throw wrong(path, value, "a whole number from 0");
  return value;
}

function expectArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(path, value, "a list");
  return value;
}

function expectStrings(value: unknown, path: string): readonly string[] {
  return expectArray(value, path).map((item, index) => expectString(item, `${path}[${index}]`));
}

function wrong(path: string, value: unknown, expected: string): UnusableSchemaError {
  const got = value === null ? "null" : Array.isArray(value) ? "a list" : `of type ${typeof value}`;
  return new UnusableSchemaError(
    `${path === "" ? "the schema" : `\`${path.slice(0, 200)}\``} must be ${expected}, but is ${got}`,
  );
}
