import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeToolSchema } from "../../../tools/index.ts";

/** Far more than any of these takes, far less than one that is not linear would. */
const GENEROUS_MS = 15_000;

function nested(depth: number, wrap: (child: unknown) => unknown): unknown {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) schema = wrap(schema);
  return schema;
}

/** A schema of about `properties` × 300 bytes that has something for every step to do. */
function wideSchema(properties: number): unknown {
  const property = (index: number): unknown => ({
    type: "object",
    description: "d".repeat(60),
    properties: {
      text: { type: "string", description: "e".repeat(30) },
      reference: { $ref: `#/$defs/D${index % 50}` },
      either: { anyOf: [{ const: index }, { type: "array", items: { type: "integer", minimum: 1 } }] },
    },
  });
  const table = (prefix: string, count: number): unknown =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, property(index)]));
  return { type: "object", properties: table("p", properties), $defs: table("D", 50) };
}

/** Milliseconds of processor time, the least of several runs: whatever else the machine does only ever adds to it. */
function leastMs(schema: unknown, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    normalizeToolSchema(schema);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

describe("A schema's size", () => {
  test("is what the time grows with: eight times the size takes nowhere near eight times eight the time", () => {
    const [small, large] = [wideSchema(1_000), wideSchema(8_000)];
    leastMs(large, 1);
    const ratio = leastMs(large, 3) / leastMs(small, 8);
    expect(ratio).toBeLessThan(32);
  });

  test("of ten megabytes is no problem", () => {
    const schema = wideSchema(35_000);
    expect(JSON.stringify(schema).length).toBeGreaterThan(10_000_000);
    expect(leastMs(schema, 1)).toBeLessThan(GENEROUS_MS);
  });
});

describe("A schema nested 100,000 levels deep", () => {
  test.each<[string, (child: unknown) => unknown]>([
    ["in properties", (child) => ({ type: "object", properties: { p: child } })],
    ["in items", (child) => ({ type: "array", items: child })],
    ["in alternatives", (child) => ({ anyOf: [child] })],
    ["in additional properties", (child) => ({ additionalProperties: child })],
    ["in definitions", (child) => ({ $ref: "#/$defs/D", $defs: { D: child } })],
    ["in a keyword that is not kept", (child) => ({ type: "object", not: child })],
  ])("%s gives one that can be written", (_, wrap) => {
    const result = normalizeToolSchema(nested(100_000, wrap), { maxBytes: 1_000_000 });
    expect("schema" in result && JSON.stringify(result.schema).length < 10_000).toBe(true);
  });

  test("in a keyword of a definition, where references are looked for, gives one that can be written", () => {
    const deep = nested(100_000, (child) => ({ not: child }));
    const schema = { properties: { p: { $ref: "#/$defs/D" } }, $defs: { D: { type: "string", if: deep } } };
    expect(normalizeToolSchema(schema)).toEqual({
      schema: {
        type: "object",
        properties: { p: { $ref: "#/$defs/D" } },
        $defs: { D: { type: "string" } },
      },
    });
  });

  test("in a value is dropped with the reason", () => {
    const schema = { properties: { p: { enum: [nested(100_000, (child) => [child])] } } };
    expect(normalizeToolSchema(schema)).toEqual({
      dropped: "an `enum` in it is nested deeper than 128 levels",
    });
  });

  test("in values that contain themselves or share one object again and again is dropped, too", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    let shared: unknown = ["x"];
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect([cyclic, [shared]].map((values) => normalizeToolSchema({ properties: { p: { enum: values } } }))).toEqual([
      { dropped: "an `enum` in it is nested deeper than 128 levels" },
      { dropped: "an `enum` in it has more than 4000000 values" },
    ]);
  });
});

test("A text that is shared until no JSON text could hold it is dropped, not left to whoever writes it", () => {
  const shared = { type: "string", enum: ["v".repeat(4_000_000)] };
  const properties = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, shared]));
  expect(normalizeToolSchema({ properties })).toEqual({ dropped: "it has more than 268435456 characters" });
});

const KEYWORDS = [
  "$ref",
  "type",
  "description",
  "encrypted",
  "enum",
  "const",
  "items",
  "prefixItems",
  "minItems",
  "properties",
  "required",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "allOf",
  "$defs",
  "definitions",
  "minimum",
  "not",
  "__proto__",
  "constructor",
];
const NAMES = ["a", "0", "10", "9", "__proto__", "constructor", "toString", "\uffff", "\u{10000}", "$ref", ""];

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.constantFrom("object", "array", "string", "integer", "null", "weird", "#/$defs/a", "#/definitions/0", "#"),
      fc.constantFrom(true, false, null, 0, -1, 3, 1.5, undefined),
      fc.string({ maxLength: 20 }),
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYWORDS), tie("value"), { maxKeys: 6, noNullPrototype: true }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
/** An object whose keywords more often have what belongs there than chance would give them. */
const { schema: likelySchema } = fc.letrec<{ schema: unknown }>((tie) => {
  const schema = tie("schema");
  const table = fc.dictionary(fc.constantFrom(...NAMES), schema, { maxKeys: 2, noNullPrototype: true });
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(true, { type: "string" }, { const: 1 }, { description: "é\n\ud800", type: "null" }),
      fc.record(
        {
          type: fc.constantFrom("object", "array", "string", ["object", "null"], "weird"),
          description: fc.string({ unit: fc.constantFrom("a", "é", "\n", '"', "\ud800", "😀"), maxLength: 60 }),
          $ref: fc.constantFrom("#/$defs/a", "#/definitions/__proto__", "#/$defs/0/items", "https://x", "#"),
          enum: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }),
          properties: table,
          required: fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
          items: schema,
          minItems: fc.nat(),
          additionalProperties: schema,
          anyOf: fc.array(schema, { maxLength: 2 }),
          allOf: fc.array(schema, { maxLength: 2 }),
          $defs: table,
          definitions: table,
        },
        { requiredKeys: [] },
      ),
    ),
  };
});

describe("Whatever a schema is", () => {
  const options = { numRuns: 1_000, seed: 20_260_401 };

  test("the answer is a reason or a schema that JSON carries unchanged", () => {
    let usable = 0;
    fc.assert(
      fc.property(fc.oneof(anyValue, likelySchema), fc.integer({ min: 0, max: 400 }), (schema, maxBytes) => {
        const result = normalizeToolSchema(schema, { maxBytes });
        if ("dropped" in result) return typeof result.dropped === "string" && result.dropped !== "";
        usable++;
        const text = JSON.stringify(result.schema);
        return JSON.stringify(normalizeToolSchema(JSON.parse(text), { maxBytes: Infinity })) !== "" && text[0] === "{";
      }),
      options,
    );
    expect(usable).toBeGreaterThan(200);
  });

  test("one that fits exactly stays whole, and one byte less makes it smaller or leaves it as it is", () => {
    let shrunk = 0;
    fc.assert(
      fc.property(likelySchema, (schema) => {
        const whole = normalizeToolSchema(schema, { maxBytes: Infinity });
        if ("dropped" in whole) return;
        const text = JSON.stringify(whole.schema);
        const bytes = Buffer.byteLength(text);
        expect(JSON.stringify(normalizeToolSchema(schema, { maxBytes: bytes }))).toBe(JSON.stringify(whole));
        const less = normalizeToolSchema(schema, { maxBytes: bytes - 1 });
        const smaller = JSON.stringify("schema" in less ? less.schema : null);
        if (smaller !== text) shrunk++;
        expect(Buffer.byteLength(smaller)).toBeLessThanOrEqual(bytes);
      }),
      options,
    );
    expect(shrunk).toBeGreaterThan(100);
  });

  test("the input is not changed, and objects that contain themselves end where they begin again", () => {
    fc.assert(
      fc.property(likelySchema, (schema) => {
        const before = JSON.stringify(schema);
        normalizeToolSchema(schema, { maxBytes: 20 });
        expect(JSON.stringify(schema)).toBe(before);
        if (typeof schema !== "object" || schema === null) return;
        const cyclic: { [key: string]: unknown } = { ...schema };
        cyclic["items"] = cyclic;
        cyclic["properties"] = { self: cyclic, other: { anyOf: [cyclic, schema] } };
        cyclic["not"] = cyclic;
        expect(JSON.stringify(normalizeToolSchema(cyclic))).toContain("{");
      }),
      options,
    );
  });
});
