import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  callToolResultSchema,
  declareTool,
  describeNestedTool,
  MCP_TYPES_PREAMBLE,
  schemaToTypeScript,
  usesMcpTypes,
} from "../../../tools/index.ts";
import type { FunctionToolSpec, JsonSchema } from "../../../tools/index.ts";

const ROOT = join(import.meta.dirname, "../../..");

function spec(inputSchema: JsonSchema, more: Partial<FunctionToolSpec> = {}): FunctionToolSpec {
  return { type: "function", namespace: "", name: "tool", description: "", inputSchema, ...more };
}

describe("A schema becomes the type of its values", () => {
  test.each<[string, JsonSchema, string]>([
    ["names of types", { type: ["string", "integer", "boolean", "null"] }, "string | number | boolean | null"],
    ["true", true, "unknown"],
    ["false", false, "never"],
    ["nothing known", {}, "unknown"],
    ["a constant", { const: { a: [1, "x"] } }, '{"a":[1,"x"]}'],
    ["an enumeration", { enum: ["a", 1, null] }, '"a" | 1 | null'],
    ["alternatives", { anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    ["one of", { oneOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    ["a list", { type: "array", items: { type: ["string", "null"] } }, "Array<string | null>"],
    ["a list of anything", { type: "array" }, "unknown[]"],
    ["a tuple", { prefixItems: [{ type: "string" }, { type: "number" }], items: false }, "[string, number]"],
    ["an open tuple", { prefixItems: [{ type: "string" }], items: { type: "number" } }, "[string, ...Array<number>]"],
    ["a tuple of draft 7", { items: [{ type: "string" }, { type: "number" }] }, "[string, number]"],
    ["any object", { type: "object" }, "{ [key: string]: unknown; }"],
    ["the empty object", { type: "object", additionalProperties: false }, "{}"],
    ["a dictionary", { additionalProperties: { type: "number" } }, "{ [key: string]: number; }"],
    ["a local reference", { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": { type: "string" } } }, "string"],
    ["a reference to elsewhere", { $ref: "https://example.com/schema.json" }, "unknown"],
    ["a dangling reference", { $ref: "#/$defs/none", $defs: {} }, "unknown"],
    [
      "a reference beside other keywords",
      { $ref: "#/$defs/L", enum: ["A"], $defs: { L: { type: "string" } } },
      '(string) & ("A")',
    ],
    [
      "a union within an intersection",
      { allOf: [{ type: ["string", "number"] }, { type: "object", properties: { v: {} } }] },
      "(string | number) & { v?: unknown; }",
    ],
    [
      "properties beside alternatives",
      { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }, { type: "null" }] },
      "{ a?: string; } & ({ [key: string]: unknown; } | null)",
    ],
    [
      "properties sorted by name, quoted where they are no identifiers",
      { type: "object", properties: { "b-c": {}, b: { type: "string" }, A: {}, "": {}, __proto: {} }, required: ["b"] },
      '{ ""?: unknown; A?: unknown; __proto?: unknown; b: string; "b-c"?: unknown; }',
    ],
    [
      "a schema within itself, twice",
      { $ref: "#/$defs/N", $defs: { N: { type: "object", properties: { next: { $ref: "#/$defs/N" } } } } },
      "{ next?: { next?: unknown; }; }",
    ],
    [
      "a schema with an identity of its own, whose references mean itself",
      { type: "object", properties: { n: { $id: "urn:n", $ref: "#/$defs/A" } }, $defs: { A: { type: "string" } } },
      "{ n?: unknown; }",
    ],
  ])("%s", (_, schema, type) => {
    expect(schemaToTypeScript(schema)).toBe(type);
  });

  test("one property a line below its description where any property has one", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: {
        path: { type: "string", description: "Where it is.\n\n  Relative paths too. " },
        options: { type: "object", properties: { deep: { type: "boolean", description: "Inside." } } },
      },
      required: ["path"],
      additionalProperties: true,
    };
    expect(schemaToTypeScript(schema)).toBe(
      [
        "{",
        "  options?: {",
        "  // Inside.",
        "  deep?: boolean;",
        "};",
        "  // Where it is.",
        "  // Relative paths too.",
        "  path: string;",
        "  [key: string]: unknown;",
        "}",
      ].join("\n"),
    );
  });
});

describe("A tool's declaration", () => {
  test("follows the description after a blank line", () => {
    const tool = spec({ properties: { p: { type: "string" } } }, { namespace: "mcp__srv", description: "Reads." });
    expect(describeNestedTool(tool)).toBe(
      "Reads.\n\nexec tool declaration:\n```ts\n" +
        "declare const tools: { mcp__srv__tool(args: { p?: string; }): Promise<unknown>; };\n```",
    );
  });

  test("of a freeform tool takes a text", () => {
    expect(declareTool({ type: "custom", namespace: "", name: "apply_patch", description: "" })).toBe(
      "\n\nexec tool declaration:\n```ts\ndeclare const tools: { apply_patch(input: string): Promise<unknown>; };\n```",
    );
  });

  test("of an MCP tool promises a call result", () => {
    const structured = { $ref: "#/$defs/N", $defs: { N: { type: "number" } } };
    const promised = [callToolResultSchema(), callToolResultSchema(structured)].map((outputSchema) => {
      const tool = spec({}, { outputSchema });
      return [usesMcpTypes(tool), /Promise<.*>/.exec(declareTool(tool))?.[0]];
    });
    expect(promised).toEqual([
      [true, "Promise<CallToolResult>"],
      [true, "Promise<CallToolResult<number>>"],
    ]);
  });

  test("shows any other output by its own type", () => {
    const tool = spec({}, { outputSchema: { properties: { content: { type: "string" } } } });
    expect([usesMcpTypes(tool), declareTool(tool).includes("Promise<{ content?: string; }>")]).toEqual([false, true]);
  });
});

describe("A hostile schema", () => {
  test("nested ten thousand levels deep ends in unknown", () => {
    let schema: JsonSchema = { type: "string" };
    for (let level = 0; level < 10_000; level++) schema = { type: "object", properties: { p: schema } };
    const levels = 64;
    expect(schemaToTypeScript(schema)).toBe(`${"{ p?: ".repeat(levels)}unknown${"; }".repeat(levels)}`);
  });

  test("that contains itself as an object ends in unknown", () => {
    const properties: { [name: string]: unknown } = {};
    const schema = { type: "object", properties };
    properties["self"] = schema;
    expect(schemaToTypeScript(schema).endsWith(`unknown${"; }".repeat(64)}`)).toBe(true);
  });

  test("whose definitions all refer to each other stays within bounds", () => {
    const names = Array.from({ length: 12 }, (_, index) => `d${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(names.map((name) => [name, { type: "object", properties }]));
    expect(schemaToTypeScript({ $ref: "#/$defs/d0", $defs }).length).toBeLessThan(200_000);
  });

  test("with half a million values or properties stays within bounds", () => {
    const many = Array.from({ length: 500_000 }, (_, index) => `value ${index}`);
    const wide = schemaToTypeScript({ properties: Object.fromEntries(many.map((name) => [name, {}])) });
    expect([
      schemaToTypeScript({ enum: many }),
      wide.length < 200_000,
      wide.endsWith("[key: string]: unknown; }"),
    ]).toEqual(["unknown", true, true]);
  });

  test("with a property called __proto__ shows it", () => {
    const schema: JsonSchema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    ) as JsonSchema;
    expect(schemaToTypeScript(schema)).toBe("{ __proto__?: string; constructor?: unknown; }");
  });
});

const NASTY = [
  "*/",
  "//",
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "`",
  "```",
  '"',
  "'",
  "\\",
  "}",
  "${x}",
  "<!--",
  "\0",
  "\ud800",
  "new",
  "😀",
];
const nastyText = fc.string({ unit: fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 3 })), maxLength: 6 });
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const child = tie("schema");
  const object = fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.oneof(nastyText, fc.constantFrom("readonly", "get", "new", "__proto__")), child, {
      maxKeys: 4,
    }),
    description: nastyText,
    additionalProperties: child,
  });
  const leaf = fc.oneof(
    fc.record({ type: fc.constantFrom("string", "integer", "null", "weird"), description: nastyText }),
    fc.record({
      enum: fc.array(fc.oneof(nastyText, fc.double(), fc.jsonValue({ maxDepth: 2 }))),
      description: nastyText,
    }),
    fc.record({ $ref: fc.constantFrom("#", "#/properties/a", "x"), description: nastyText }),
  );
  const list = fc.record({ type: fc.constant("array"), items: child, prefixItems: fc.array(child, { maxLength: 2 }) });
  const combined = fc.record({ anyOf: fc.array(child, { maxLength: 3 }) });
  const joined = fc.record({
    allOf: fc.array(child, { maxLength: 3 }),
    properties: fc.dictionary(nastyText, child, { maxKeys: 2 }),
  });
  return {
    schema: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.boolean(),
      object,
      list,
      combined,
      joined,
    ) as fc.Arbitrary<JsonSchema>,
  };
});

test("The compiler accepts what any schema, name or description becomes", () => {
  const schemas = fc.sample(anySchema, { numRuns: 250, seed: 20_260_101 });
  const names = ["new", "get", "delete", "constructor", "__proto__", "9", ""];
  const blocks = [
    ...names.map((name) => spec({}, { name })),
    ...schemas.map((schema) => spec(schema, { outputSchema: schema })),
  ];
  const folder = mkdtempSync(join(tmpdir(), "isocell-declarations-"));
  try {
    const declarations = blocks.map((tool, index) => `namespace N${index} {${codeOf(declareTool(tool))}}\n`);
    writeFileSync(join(folder, "all.ts"), `${codeOf(MCP_TYPES_PREAMBLE)}\n${declarations.join("")}`);
    // Compared with a mistake of its own, so that silence about the rest means that it was checked.
    writeFileSync(join(folder, "broken.ts"), 'export const n: number = "";\n');
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--pretty", "false", "--types", ""];
    const files = ["all.ts", "broken.ts"];
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe("broken.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function codeOf(markdown: string): string {
  return /```ts\n([^]*)\n```$/.exec(markdown)?.[1] ?? "no code block";
}
