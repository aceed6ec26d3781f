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

/** Kinds of whole numbers, with their least and their largest. */
type WholeType = "u64" | "i64" | "i32";
const WHOLE: Readonly<Record<WholeType, readonly [number, number]>> = {
  u64: [0, Number.MAX_SAFE_INTEGER],
  i64: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  i32: [-(2 ** 31), 2 ** 31 - 1],
};

/** A whole number: any (`i64`), one that is not negative (`u64`), or one of 32 bits (`i32`). */
export function whole(type: WholeType): Reader<number> {
  const [min, max] = WHOLE[type];
  return (value) => {
    if (typeof value.value !== "number" || !/^-?\d+$/u.test(value.token)) return wrongType(value, type);
    if (value.value < min || value.value > max) {
      throw new JsonSyntaxError(`invalid value: integer \`${value.token}\`, expected ${type} at ${value.at}`);
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
    throw new JsonSyntaxError(`unknown variant \`${value.value}\`, expected ${alternatives(words)} at ${value.at}`);
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
  throw new JsonSyntaxError(`unknown field \`${key}\`, expected ${alternatives(names)} at ${keyAt}`);
}

/** One or two words as they are, more of them as a list. */
function alternatives(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return words.length > 2 ? `one of ${quoted.join(", ")}` : quoted.join(" or ");
}

function wrongType(value: PositionedValue, expected: string): never {
  // What has members is not read before its type is known to fit.
  const at = value.members === undefined && value.items === undefined ? value.at : value.before;
  throw new JsonSyntaxError(`invalid type: ${describeType(value)}, expected ${expected} at ${at}`);
}
