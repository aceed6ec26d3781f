import { describeType, JsonSyntaxError, parseJson } from "../../../arguments/positioned-json.ts";
import type { PositionedValue } from "../../../arguments/positioned-json.ts";

/** What a member of the arguments has to be. */
export type Field =
  | { readonly type: "string" | "boolean" | "strings" }
  | { readonly type: "whole"; readonly name: "u64" | "i32"; readonly max: number; readonly min: number }
  | { readonly type: "one-of"; readonly values: readonly string[] };

/** A whole number from 0. */
export const U64: Field = { type: "whole", name: "u64", min: 0, max: Number.MAX_SAFE_INTEGER };
/** A whole number that a session can have as its id. */
export const I32: Field = { type: "whole", name: "i32", min: -(2 ** 31), max: 2 ** 31 - 1 };

/** The members that a tool knows; others are ignored. */
export interface Fields {
  /** The name of the whole, for what is no object. */
  readonly struct: string;
  readonly required: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Reads the JSON text of a call's arguments. Problems are worded as models know them, with the place of what is wrong. */
export function readFields(
  json: string,
  expected: Fields,
): { readonly input: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  try {
    return { input: read(parseJson(json), expected) };
  } catch (error) {
    const detail = error instanceof JsonSyntaxError ? error.message : "recursion limit exceeded";
    return { problem: `failed to parse function arguments: ${detail}` };
  }
}

function read(parsed: PositionedValue, { struct, required, fields }: Fields): Readonly<Record<string, unknown>> {
  if (parsed.members === undefined) {
    throw new JsonSyntaxError(`invalid type: ${describeType(parsed)}, expected struct ${struct} at ${parsed.at}`);
  }
  const input: Record<string, unknown> = {};
  for (const { key, value } of parsed.members) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) continue;
    if (Object.hasOwn(input, key)) throw new JsonSyntaxError(`duplicate field \`${key}\` at ${value.at}`);
    check(field, value);
    input[key] = value.value;
  }
  if (!Object.hasOwn(input, required)) throw new JsonSyntaxError(`missing field \`${required}\` at ${parsed.at}`);
  return input;
}

function check(field: Field, value: PositionedValue): void {
  switch (field.type) {
    case "string":
    case "boolean":
      if (typeof value.value !== field.type) wrongType(value, `a ${field.type}`);
      return;
    case "strings":
      if (!isStrings(value.value)) wrongType(value, "a sequence of strings");
      return;
    case "one-of":
      if (typeof value.value !== "string") wrongType(value, "a string");
      if (!field.values.includes(value.value)) {
        const known = field.values.map((one) => `\`${one}\``).join(" or ");
        throw new JsonSyntaxError(`unknown variant \`${value.value}\`, expected ${known} at ${value.at}`);
      }
      return;
    case "whole":
      if (typeof value.value !== "number" || !/^-?\d+$/u.test(value.token)) wrongType(value, field.name);
      if (value.value < field.min || value.value > field.max) {
        throw new JsonSyntaxError(`invalid value: integer \`${value.token}\`, expected ${field.name} at ${value.at}`);
      }
  }
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function wrongType(value: PositionedValue, what: string): never {
  throw new JsonSyntaxError(`invalid type: ${describeType(value)}, expected ${what} at ${value.at}`);
}
