// Readers of arguments with the types they must have. Their errors are worded, and placed, like those of the decoder behind
// the reference, which models have seen.
import { describeType, JsonSyntaxError, parseJson } from "./positioned-json.ts";
import type { PositionedMember, PositionedValue } from "./positioned-json.ts";

/** Takes a value as a type. Throws a JsonSyntaxError that says what is wrong, and where. */
export type Reader<T> = (value: PositionedValue) => T;

/** Reads a member that may be missing. */
export interface OptionalReader<T> extends Reader<T | undefined> {
  readonly optional: true;
}

/** What an object with these readers is read as. */
export type Read<Fields> = {
  readonly [
    Name in keyof Fields as Fields[Name] extends OptionalReader<unknown> ? never : Name
  ]: Fields[Name] extends Reader<infer T> ? T : never;
} & {
  readonly [
    Name in keyof Fields as Fields[Name] extends OptionalReader<unknown> ? Name : never
  ]?: Fields[Name] extends OptionalReader<infer T> ? Exclude<T, undefined> : never;
};

/** A string. */
export const text: Reader<string> = (value) => {
  if (typeof value.value !== "string") return wrongType(value, "a string");
  return value.value;
};

/** `true` or `false`. */
export const flag: Reader<boolean> = (value) => {
  if (typeof value.value !== "boolean") return wrongType(value, "a boolean");
  return value.value;
};

/** A whole number: any (`i64`), or one that is not negative (`u64`). */
export function whole(type: "i64" | "u64"): Reader<number> {
  return (value) => {
    if (typeof value.value !== "number" || !/^-?\d+$/u.test(value.token)) return wrongType(value, type);
    if (value.value < 0 && type === "u64") {
      throw new JsonSyntaxError(`invalid value: integer \`${value.token}\`, expected u64 at ${value.at}`);
    }
    return value.value;
  };
}

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(words: Words): Reader<Words[number]> {
  return (value) => {
    if (typeof value.value !== "string") throw new JsonSyntaxError(`expected value at ${value.from}`);
    const found = words.find((word) => word === value.value);
    if (found !== undefined) return found;
    const expected = words.length === 1 ? "" : "one of ";
    throw new JsonSyntaxError(
      `unknown variant \`${value.value}\`, expected ${expected}${quoted(words)} at ${value.at}`,
    );
  };
}

/** An array. */
export function list<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value) => (value.items ?? wrongType(value, "a sequence")).map(item);
}

/** An object with keys that are not known before; each is its own, whatever it is called. */
export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value) => {
    const entries = value.members ?? wrongType(value, "a map");
    return Object.fromEntries(entries.map((member) => [member.key, item(member.value)]));
  };
}

/** What may be missing, but not null. */
export function optional<T>(read: Reader<T>): OptionalReader<T> {
  return Object.assign((value: PositionedValue) => read(value), { optional: true as const });
}

/** What may be missing or null, which is the same. */
export function nullable<T>(read: Reader<T>): OptionalReader<T> {
  return Object.assign((value: PositionedValue) => (value.value === null ? undefined : read(value)), {
    optional: true as const,
  });
}

/**
 * An object with these fields.
 *
 * @param name as errors call the type.
 * @param unknown what becomes of other keys. Default: they are ignored.
 */
export function struct<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  name: string,
  fields: Fields,
  unknown: "ignore" | "refuse" = "ignore",
): Reader<Read<Fields>> {
  const names = Object.keys(fields);
  return (value) => {
    const found = new Map<string, unknown>();
    for (const member of value.members ?? wrongType(value, `struct ${name}`)) {
      const { key, keyAt } = member;
      const read = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (read === undefined) {
        if (unknown === "refuse") refuseKey(member, names);
        continue;
      }
      if (found.has(key)) throw new JsonSyntaxError(`duplicate field \`${key}\` at ${keyAt}`);
      found.set(key, read(member.value));
    }
    for (const [key, read] of Object.entries(fields)) {
      if (found.get(key) === undefined) found.delete(key);
      if (!found.has(key) && !("optional" in read)) {
        throw new JsonSyntaxError(`missing field \`${key}\` at ${value.at}`);
      }
    }
    return Object.fromEntries(found) as Read<Fields>;
  };
}

/**
 * Reads a JSON text. A problem is worded for the model.
 *
 * @param prefix what stands before the words of the decoder.
 */
export function readArguments<T>(
  json: string,
  read: Reader<T>,
  prefix = "failed to parse function arguments: ",
): { readonly input: T } | { readonly problem: string } {
  try {
    return { input: read(parseJson(json)) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: `${prefix}${error.message}` };
    throw error;
  }
}

function refuseKey({ key, keyAt }: PositionedMember, names: readonly string[]): never {
  const many = names.length > 2;
  const expected = many ? `one of ${quoted(names)}` : names.map((name) => `\`${name}\``).join(" or ");
  throw new JsonSyntaxError(`unknown field \`${key}\`, expected ${expected} at ${keyAt}`);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

function wrongType(value: PositionedValue, expected: string): never {
  // What has members is not read before its type is known to fit.
  const at = value.members === undefined && value.items === undefined ? value.at : value.before;
  throw new JsonSyntaxError(`invalid type: ${describeType(value)}, expected ${expected} at ${at}`);
}
