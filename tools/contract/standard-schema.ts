/**
 * The parts of Standard Schema (https://standardschema.dev) and Standard JSON Schema that isocell uses. Schemas of zod,
 * valibot, arktype and others fit; no library is imported for it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => { readonly [keyword: string]: unknown };
      readonly output: (options: { readonly target: "draft-2020-12" }) => { readonly [keyword: string]: unknown };
    };
  };
}

/** What a Standard Schema makes of a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong, and where. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a value is before it is validated. */
export type StandardInput<S extends StandardSchema> = NonNullable<S["~standard"]["types"]>["input"];
/** What a validated value is. */
export type StandardOutput<S extends StandardSchema> = NonNullable<S["~standard"]["types"]>["output"];

/** Whether a value is a Standard Schema. Some libraries make their schemas functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("~standard" in value))
    return false;
  const standard = value["~standard"];
  return (
    typeof standard === "object" &&
    standard !== null &&
    "validate" in standard &&
    typeof standard.validate === "function"
  );
}

/**
 * The JSON Schema of a Standard Schema, or null where the schema cannot say: it has to offer Standard JSON Schema
 * (`~standard.jsonSchema`) or, as zod 4 does, a method `toJSONSchema`. Throws what the library throws for a type that
 * JSON Schema does not have.
 */
export function standardToJsonSchema(
  schema: StandardSchema,
  side: "input" | "output",
): { readonly [keyword: string]: unknown } | null {
  const converter = schema["~standard"].jsonSchema;
  if (converter !== undefined) return converter[side]({ target: "draft-2020-12" });
  if (!("toJSONSchema" in schema) || typeof schema.toJSONSchema !== "function") return null;
  const toJsonSchema = schema.toJSONSchema as (options: { readonly io: string }) => unknown;
  const converted = toJsonSchema.call(schema, { io: side });
  return typeof converted === "object" && converted !== null ? { ...converted } : null;
}
