import type { JsonSchema } from "../contract/spec.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import { compileWithAjv } from "./ajv.ts";
import type { CompiledSchema } from "./ajv.ts";
import { explain } from "./explain.ts";

/** Larger schemas take ajv seconds; they are not checked. Counted in characters of their JSON. */
const MAX_SCHEMA_CHARACTERS = 256 * 1024;

/** Checks a value: null where it matches, else one sentence on where it is wrong, what was expected and what came. */
export interface Validator {
  (value: unknown): string | null;
  /** Why every value passes: what keeps the schema from being checked. Null where it is checked. Compiles the schema. */
  readonly problem: string | null;
}

interface Compiled {
  readonly check: CompiledSchema | null;
  readonly problem: string | null;
}

const validators = { patterns: new WeakMap<object, Validator>(), noPatterns: new WeakMap<object, Validator>() };

/**
 * A validator for a JSON Schema, version 2020-12 or draft 7. The schema is compiled when the first value comes, once for
 * each schema object; it must not be changed afterwards. A schema that cannot be compiled lets every value pass.
 *
 * @param options `patterns: false` leaves regular expressions unchecked: use it for schemas of strangers, whose pattern
 * could keep this process busy for ever
 */
export function compileValidator(schema: JsonSchema, options: { readonly patterns?: boolean } = {}): Validator {
  if (typeof schema === "boolean") return booleanValidator(schema);
  const patterns = options.patterns ?? true;
  const cache = patterns ? validators.patterns : validators.noPatterns;
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const validator = lazyValidator(() => compile(schema, patterns));
  cache.set(schema, validator);
  return validator;
}

function booleanValidator(accepts: boolean): Validator {
  const validate = (): string | null => (accepts ? null : "no value is accepted here");
  return Object.assign(validate, { problem: null });
}

function lazyValidator(compileNow: () => Compiled): Validator {
  let compiled: Compiled | null = null;
  const get = (): Compiled => (compiled ??= compileNow());
  const validate = (value: unknown): string | null => {
    const { check } = get();
    if (check === null) return null;
    try {
      return check(value) === false ? explain(check.errors ?? []) : null;
    } catch {
      return "the value is nested too deep to be checked";
    }
  };
  return Object.defineProperty(validate, "problem", { get: () => get().problem }) as typeof validate & Validator;
}

function compile(schema: { readonly [keyword: string]: unknown }, patterns: boolean): Compiled {
  const declared = own(schema, "$schema");
  const old = typeof declared === "string" && /draft-0[3-7]/.test(declared);
  try {
    if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) return unchecked("it is too large");
    if (own(schema, "$async") !== undefined) return unchecked("it is asynchronous");
    // A copy, because ajv takes `$schema` for the name of another schema that has to be known.
    const { $schema: _, ...rest } = schema;
    return { check: compileEither(isJsonObject(rest) ? rest : {}, old, patterns), problem: null };
  } catch (error) {
    return unchecked(error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "unknown error");
  }
}

/** Without `$schema` the version is a guess: what does not compile as 2020-12 may be older (`items` as a list). */
function compileEither(schema: object, old: boolean, patterns: boolean): CompiledSchema {
  if (old) return compileWithAjv(schema, "draft-07", patterns);
  try {
    return compileWithAjv(schema, "2020-12", patterns);
  } catch (error) {
    try {
      return compileWithAjv(schema, "draft-07", patterns);
    } catch {
      throw error;
    }
  }
}

function unchecked(reason: string): Compiled {
  return { check: null, problem: `the schema is not checked: ${reason}` };
}
