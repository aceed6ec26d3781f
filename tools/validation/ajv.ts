import { createRequire } from "node:module";
import type { Ajv, ErrorObject, Options } from "ajv";

/** One violation of a schema, with the value and schema it is about. */
export type SchemaViolation = ErrorObject;

/** Compiled check: whether a value matches; violations of the last check are in `errors`. */
export interface CompiledSchema {
  (value: unknown): unknown;
  errors?: SchemaViolation[] | null;
}

type Dialect = "2020-12" | "draft-07";
type AjvConstructor = new (options: Options) => Ajv;

const OPTIONS: Options = {
  strict: false,
  verbose: true,
  logger: false,
  // Schemas come from anywhere: what is wrong in them must not keep a tool from being called.
  meta: false,
  validateSchema: false,
  validateFormats: false,
  // Many patterns in the wild are invalid under the `u` flag.
  unicodeRegExp: false,
};
const MATCH_ANYTHING = Object.assign(() => ({ test: () => true }), { code: "anything" });
const WITHOUT_PATTERNS: Options = { ...OPTIONS, code: { regExp: MATCH_ANYTHING } };

/** Keywords whose regular expressions a stranger could have written to take for ever. */
const PATTERN_KEYWORDS = ["pattern", "patternProperties", "unevaluatedProperties"];

// Loading ajv takes tens of milliseconds, so it waits for the first schema.
const load = createRequire(import.meta.url);
const MODULES: { readonly [D in Dialect]: string } = { "2020-12": "ajv/dist/2020.js", "draft-07": "ajv" };
const constructors = new Map<Dialect, AjvConstructor>();

/**
 * Compiles a schema with ajv. Throws what ajv throws. Each schema gets an instance of its own (0.1 ms): an instance keeps
 * every schema and `$id` it has seen, and two tools may use the same `$id`.
 *
 * @param patterns whether regular expressions are checked; without, `additionalProperties` takes every name that a
 * `patternProperties` beside it could allow
 */
export function compileWithAjv(schema: object, dialect: Dialect, patterns: boolean): CompiledSchema {
  const Constructor = constructorOf(dialect);
  const ajv = new Constructor(patterns ? OPTIONS : WITHOUT_PATTERNS);
  if (!patterns) for (const keyword of PATTERN_KEYWORDS) ajv.removeKeyword(keyword);
  return ajv.compile(schema);
}

function constructorOf(dialect: Dialect): AjvConstructor {
  let constructor = constructors.get(dialect);
  if (constructor === undefined) {
    constructor = (load(MODULES[dialect]) as { default: AjvConstructor }).default;
    constructors.set(dialect, constructor);
  }
  return constructor;
}
