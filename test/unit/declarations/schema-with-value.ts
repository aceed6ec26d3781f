import * as fc from "fast-check";

/** A schema of the keywords that have a type, and a value that it is meant to accept. */
export interface Sample {
  readonly schema: unknown;
  readonly value: unknown;
}

// Not `constructor`: to TypeScript every object has one, so that `{}` is none of `{ constructor?: string }`.
const NAMES = ["a", "b", "name", "x-y", "9", "10", "", "new", "get", "é", 'q"\\', "line\nend", "*/", "😀"];
const DEFINITIONS = ["A", "b/c d", "~"];

const name = fc.constantFrom(...NAMES);
const text = fc.string({ unit: fc.constantFrom("a", "é", '"', "\n", "\u2028", "`", "😀", " | ", "$"), maxLength: 4 });
const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const anyJson = fc.jsonValue({ maxDepth: 2 }).map(withoutPrototype);

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  text.map((value) => ({ schema: { type: "string" }, value })),
  fc.integer().map((value) => ({ schema: { type: "integer" }, value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ schema: { type: "number" }, value })),
  fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
  fc.constant({ schema: { type: "null" }, value: null }),
  anyJson.map((value) => ({ schema: { const: value }, value })),
  fc
    .uniqueArray(fc.oneof(scalar, anyJson), { minLength: 1, maxLength: 3, selector: (v) => JSON.stringify(v) })
    .chain((values) => fc.constantFrom(...values).map((value) => ({ schema: { enum: values }, value }))),
  fc
    .constantFrom<unknown>(true, {}, { description: "Anything.\nAt all. */" })
    .chain((schema) => anyJson.map((value) => ({ schema, value }))),
  fc.tuple(fc.subarray(["string", "null", "boolean", "integer"], { minLength: 1 }), text).map(([type, value]) => ({
    schema: { type: [...type, "string"] },
    value,
  })),
);

const { sample } = fc.letrec<{ sample: Sample }>((tie) => {
  const child = tie("sample");
  const property = fc.record({ one: child, present: fc.boolean(), required: fc.boolean() });
  const object = fc
    .record({
      table: fc.dictionary(name, property, { maxKeys: 4, noNullPrototype: true }),
      described: fc.boolean(),
      rest: fc.oneof(fc.constantFrom("absent" as const, true, false), child),
      more: fc.boolean(),
    })
    .map(({ table, described, rest, more }) => {
      const entries = Object.entries(table);
      const there = entries.filter(([, { present }]) => present);
      const value: [string, unknown][] = there.map(([key, { one }]) => [key, one.value]);
      if (more && typeof rest === "object") value.push(["further", rest.value]);
      if (more && rest === true) value.push(["further", [null]]);
      const schemas = entries.map(
        ([
          key,
          {
            one: { schema },
          },
        ]) => [
          key,
          described && typeof schema === "object" ? { description: "What it is:\n// more", ...schema } : schema,
        ],
      );
      const wanted = there.filter(([, { required }]) => required).map(([key]) => key);
      return {
        schema: {
          // Without it, the schema would accept everything that is no object, and its type would not.
          type: "object",
          properties: Object.fromEntries(schemas) as unknown,
          ...(wanted.length > 0 ? { required: wanted } : {}),
          ...(rest === "absent" ? {} : { additionalProperties: typeof rest === "boolean" ? rest : rest.schema }),
        },
        value: Object.fromEntries(value) as unknown,
      };
    });
  const list = fc.tuple(child, fc.integer({ min: 0, max: 2 })).map(([{ schema, value }, count]) => ({
    schema: { type: "array", items: schema },
    value: Array.from({ length: count }, () => value),
  }));
  const tuple = fc
    .tuple(fc.array(child, { minLength: 1, maxLength: 3 }), fc.option(child), fc.boolean())
    .map(([prefix, rest, closed]) => ({
      schema: {
        type: "array",
        prefixItems: prefix.map(({ schema }) => schema),
        ...(rest !== null && !closed ? { items: rest.schema } : { items: false }),
      },
      value: [...prefix.map(({ value }) => value), ...(rest !== null && !closed ? [rest.value, rest.value] : [])],
    }));
  const alternatives = fc
    .tuple(fc.constantFrom("anyOf", "oneOf"), fc.array(child, { minLength: 1, maxLength: 3 }))
    .chain(([keyword, variants]) =>
      fc.constantFrom(...variants).map(({ value }) => ({
        schema: { [keyword]: variants.map(({ schema }) => schema) },
        value,
      })),
    );
  const beside = fc
    .tuple(object, fc.constantFrom("anyOf", "oneOf", "allOf"), fc.boolean())
    .map(([one, keyword, nothing]) => ({
      schema: {
        ...one.schema,
        [keyword]: [
          { required: Object.keys(one.value as object) },
          ...(nothing && keyword === "anyOf" ? [{ type: "null" }] : []),
        ],
      },
      value: one.value,
    }));
  const joined = fc.tuple(object, object).map(([one, other]) => ({
    schema: { allOf: [one.schema, other.schema] },
    value: { ...(one.value as object), ...(other.value as object) },
  }));
  const nullable = object.map(({ schema, value }) => ({ schema: { ...schema, type: ["object", "null"] }, value }));
  const reference = fc
    .tuple(fc.constantFrom(...DEFINITIONS), child, fc.boolean())
    .map(([key, { schema, value }, beside_]) => ({
      schema: {
        $ref: `#/$defs/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
        ...(beside_ ? { type: typeOf(value) } : {}),
        $defs: { [key]: schema },
      },
      value,
    }));
  return {
    sample: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: leaf, weight: 4 },
      { arbitrary: object, weight: 5 },
      { arbitrary: fc.oneof(list, tuple, alternatives, beside, joined, nullable), weight: 6 },
      { arbitrary: reference, weight: 1 },
    ),
  };
});

/** Schemas with values. Definitions stand at the root, where references look for them. */
export const schemaWithValue: fc.Arbitrary<Sample> = sample.map(({ schema, value }) => {
  const tables: { [name: string]: unknown } = {};
  const lifted = liftDefinitions(schema, tables);
  const table = { ...tables };
  if (Object.keys(table).length === 0 || typeof lifted !== "object" || lifted === null)
    return { schema: lifted, value };
  return { schema: { ...lifted, $defs: table }, value };
});

/** Gives each definition a name of its own and moves it to the root's table. */
function liftDefinitions(schema: unknown, tables: { [name: string]: unknown }): unknown {
  if (Array.isArray(schema)) return schema.map((item) => liftDefinitions(item, tables));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $defs, $ref, const: constant, enum: values, ...rest } = schema as { readonly [key: string]: unknown };
  const lifted: { [key: string]: unknown } = Object.fromEntries(
    Object.entries(rest).map(([key, child]) => [key, liftDefinitions(child, tables)]),
  );
  if (typeof $ref === "string" && typeof $defs === "object" && $defs !== null) {
    const [[key, definition] = ["", {}]] = Object.entries($defs);
    const unique = `${key}${Object.keys(tables).length}`;
    tables[unique] = true;
    tables[unique] = liftDefinitions(definition, tables);
    lifted["$ref"] = `#/$defs/${encodeURIComponent(unique.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
  }
  if (constant !== undefined) lifted["const"] = constant;
  if (values !== undefined) lifted["enum"] = values;
  return lifted;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** `{ "__proto__": … }` in a TypeScript literal would not be a property of that name. */
function withoutPrototype(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"__proto__"', '"proto"')) as unknown;
}
