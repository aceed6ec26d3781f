import { describe, expect, test } from "vitest";
import { normalizeToolSchema } from "../../../tools/index.ts";
import { specCases } from "./spec-cases.ts";

interface Input {
  readonly inputSchema: unknown;
  readonly tool_input_schema_max_bytes?: number;
}
interface Expected {
  readonly dropped?: true;
  readonly parameters?: unknown;
  readonly serialized?: string;
}

function textOf(schema: unknown, maxBytes?: number): string {
  const result = normalizeToolSchema(schema, maxBytes === undefined ? {} : { maxBytes });
  return "dropped" in result ? "dropped" : JSON.stringify(result.schema);
}

/** A schema whose size depends on one description. */
const schemaOf = (text: string): unknown => ({ properties: { p: { type: "string", description: text } } });

describe("The reference's cases", () => {
  test.each(specCases<Input, Expected>("schema-cases.json"))("$id comes out byte for byte", ({ input, expected }) => {
    const wanted = expected.dropped ? "dropped" : (expected.serialized ?? JSON.stringify(expected.parameters));
    expect(textOf(input.inputSchema, input.tool_input_schema_max_bytes)).toBe(wanted);
  });
});

test("A dropped schema comes with the place and the reason", () => {
  const schema = { properties: { p: { type: "array", items: [{ type: "string" }] } } };
  expect(normalizeToolSchema(schema)).toEqual({
    dropped: "`properties.p.items` must be a schema, but is a list",
  });
  expect(normalizeToolSchema({ type: ["null"] })).toEqual({
    dropped: "the schema only accepts null; tools take an object",
  });
  expect(normalizeToolSchema("no schema")).toEqual({ dropped: "the schema must be a schema, but is of type string" });
});

test("Keys are sorted by their bytes, also those that look like numbers and those that other objects inherit", () => {
  const names =
    '{"~":true,"9":true,"10":true,"__proto__":true,"\u{10000}":true,"\uffff":true,"!":true,"toString":true}';
  const schema: unknown = JSON.parse(`{"type":"object","properties":${names}}`);
  const keys = ["!", "10", "9", "__proto__", "toString", "~", "\uffff", "\u{10000}"];
  const properties = keys.map((key) => `${JSON.stringify(key)}:{"type":"string"}`).join(",");
  expect(textOf(schema)).toBe(`{"type":"object","properties":{${properties}}}`);
});

test("Definitions are kept when only other definitions lead to them, whatever the escapes in the reference", () => {
  const schema = {
    properties: { p: { $ref: "#/$defs/a~1b%20c/properties/x" } },
    $defs: {
      "a/b c": { type: "object", not: { $ref: "#/definitions/D" } },
      unused: { $ref: "#/$defs/unused" },
    },
    definitions: { D: { type: "string" }, "a/b c": { type: "number" } },
  };
  expect(textOf(schema)).toBe(
    '{"type":"object","properties":{"p":{"$ref":"#/$defs/a~1b%20c/properties/x"}},' +
      '"$defs":{"a/b c":{"type":"object","properties":{}}},"definitions":{"D":{"type":"string"}}}',
  );
});

test("What cannot be decoded does no harm in a definition that nothing refers to", () => {
  const schema = { properties: {}, $defs: { broken: "text" } };
  expect(textOf(schema)).toBe('{"type":"object","properties":{}}');
});

describe("Compaction", () => {
  const long = "d".repeat(100);
  const schema = {
    description: long,
    properties: {
      description: { type: "string", description: long },
      ref: { $ref: "#/$defs/A" },
      one: { oneOf: [{ type: "string" }, { type: "number" }] },
      deep: { type: "array", items: { type: "array", items: { type: "array", items: { type: "string" } } } },
    },
    $defs: { A: { type: "string", enum: [long] } },
  };

  test("drops descriptions first, but no property that is called so", () => {
    expect(textOf(schema, 500)).toBe(
      '{"type":"object","properties":{"deep":{"type":"array","items":{"type":"array","items":{"type":"array",' +
        '"items":{"type":"string"}}}},"description":{"type":"string"},"one":{"oneOf":[{"type":"string"},' +
        `{"type":"number"}]},"ref":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string","enum":["${long}"]}}}`,
    );
  });

  test("then definitions and references to them, then depth, then alternatives", () => {
    expect(textOf(schema, 260)).toBe(
      '{"type":"object","properties":{"deep":{"type":"array","items":{"type":"array","items":{"type":"array",' +
        '"items":{"type":"string"}}}},"description":{"type":"string"},"one":{"oneOf":[{"type":"string"},' +
        '{"type":"number"}]},"ref":{}}}',
    );
    expect(textOf(schema, 210)).toBe(
      '{"type":"object","properties":{"deep":{"type":"array","items":{"type":"array","items":{}}},' +
        '"description":{"type":"string"},"one":{"oneOf":[{"type":"string"},{"type":"number"}]},"ref":{}}}',
    );
    expect(textOf(schema, 10)).toBe(
      '{"type":"object","properties":{"deep":{"type":"array","items":{"type":"array","items":{}}},' +
        '"description":{"type":"string"},"one":{},"ref":{}}}',
    );
  });

  test("counts bytes, not characters", () => {
    const size = Buffer.byteLength(textOf(schemaOf("é")));
    expect([textOf(schemaOf("é"), size).includes("é"), textOf(schemaOf("é"), size - 1).includes("é")]).toEqual([
      true,
      false,
    ]);
  });
});

describe("A hostile schema", () => {
  test("does not get changed, and neither does a frozen one", () => {
    const schema = Object.freeze({ properties: Object.freeze({ p: Object.freeze({ const: 1, title: "t" }) }) });
    expect(textOf(schema)).toBe('{"type":"object","properties":{"p":{"type":"string","enum":[1]}}}');
    expect(schema).toEqual({ properties: { p: { const: 1, title: "t" } } });
  });

  test("that contains itself ends where it begins again", () => {
    const schema: { properties: { [name: string]: unknown } } = { properties: {} };
    schema.properties["self"] = schema;
    expect(textOf(schema)).toBe('{"type":"object","properties":{"self":{}}}');
  });

  test("nested ten thousand levels deep is cut", () => {
    let schema: unknown = { type: "string" };
    for (let level = 0; level < 10_000; level++) schema = { type: "object", properties: { p: schema } };
    const text = textOf(schema, 1_000_000);
    expect({ cut: text.length < 10_000, begins: text.startsWith('{"type":"object","properties":{"p":') }).toEqual({
      cut: true,
      begins: true,
    });
  });

  test("that shares one object a thousand-fold is dropped", () => {
    let schema: unknown = { type: "string" };
    for (let level = 0; level < 60; level++) schema = { type: "object", properties: { a: schema, b: schema } };
    expect(normalizeToolSchema(schema)).toEqual({ dropped: "it has more than 500000 nodes" });
  });

  test("whose values JSON cannot hold is dropped", () => {
    expect(normalizeToolSchema({ properties: { p: { enum: [1n] } } })).toEqual({
      dropped: "the schema cannot be written as JSON: Do not know how to serialize a BigInt",
    });
  });

  test("of ten megabytes is read once, not again and again", () => {
    const property = { type: "object", description: "x".repeat(60), properties: { a: { type: "string" } } };
    const properties = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`p${index}`, property]));
    const text = textOf({ type: "object", properties });
    expect(text.length).toBeGreaterThan(1_000_000);
  });
});
