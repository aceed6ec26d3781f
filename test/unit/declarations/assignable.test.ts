import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  callToolResultSchema,
  compileValidator,
  declarationOf,
  MCP_TYPES_PREAMBLE,
  schemaToTypeScript,
} from "../../../tools/index.ts";
import type { JsonSchema } from "../../../tools/index.ts";
import { specCases } from "../tools/spec-cases.ts";
import { schemaWithValue } from "./schema-with-value.ts";

const COMPILER = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");

/** What the compiler has against a file, a line each; each begins with the number of the file's line. */
function complaints(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "isocell-declarations-"));
  try {
    writeFileSync(join(folder, "all.ts"), source);
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--pretty", "false", "--types", ""];
    const { stdout, status } = spawnSync(process.execPath, [COMPILER, ...options, "all.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    const found = stdout.split("\n").filter((line) => line.startsWith("all.ts("));
    if ((status === 0) !== (found.length === 0)) throw new Error(`the compiler did not run: ${stdout}`);
    return found.map((line) => line.slice("all.ts(".length));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("The compiler finds what is wrong, so that its silence means something", () => {
  const source = "const v: { a?: string } = { a: 1 };\ntype T = { a: string; [key: string]: number };\n";
  expect(complaints(source)).toEqual([expect.stringMatching(/^1,.*TS2322/), expect.stringMatching(/^2,.*TS2411/)]);
});

/** Samples whose value the schema really accepts, and how many were drawn for them. */
function draw(wanted: number): { schema: JsonSchema; value: unknown }[] {
  const drawn = fc.sample(schemaWithValue, { numRuns: wanted * 2, seed: 20_260_601 });
  const accepted = drawn.filter(({ schema, value }) => {
    const validate = compileValidator(schema as JsonSchema);
    return validate(value) === null;
  });
  return accepted.slice(0, wanted) as { schema: JsonSchema; value: unknown }[];
}

describe("Whatever values and schemas", () => {
  const samples = draw(800);

  test("a value that a schema accepts is one of the schema's type", () => {
    expect(samples.length).toBe(800);
    const lines = samples.map(({ schema, value }, index) => {
      const type = schemaToTypeScript(schema);
      return `type T${index} =\n${type};\nconst v${index}: T${index} = ${JSON.stringify(value)};\n`;
    });
    expect(explain(complaints(lines.join("")), lines)).toEqual([]);
  });

  test("a tool's declaration passes the compiler's checks", () => {
    const schemas = specCases<{ readonly inputSchema: JsonSchema }, unknown>("schema-cases.json").map(
      ({ input }) => input.inputSchema,
    );
    const lines = [...samples.map(({ schema }) => schema), ...schemas].map((inputSchema, index) => {
      const outputSchema = index % 2 === 0 ? inputSchema : callToolResultSchema(inputSchema);
      const spec = { type: "function", namespace: "", name: "t", description: "", inputSchema, outputSchema } as const;
      return `namespace N${index} {\n${declarationOf(spec)}\n}\n`;
    });
    const preamble = /```ts\n([^]*)\n```$/.exec(MCP_TYPES_PREAMBLE)?.[1] ?? "";
    expect(explain(complaints(`${lines.join("")}${preamble}\n`), lines)).toEqual([]);
  });
});

/** The text each complaint is about, so that a failure can be read. */
function explain(found: readonly string[], parts: readonly string[]): string[] {
  return found.slice(0, 10).map((complaint) => {
    let line = Number.parseInt(complaint, 10);
    for (const part of parts) {
      const length = part.split(/[\n\u2028\u2029]/).length - 1;
      if (line <= length) return `${complaint}\n${part}`;
      line -= length;
    }
    return complaint;
  });
}

describe("Further properties", () => {
  test.each<[string, JsonSchema, string]>([
    ["that fit the declared ones", { type: "string" }, '{ a?: string; b: "x" | "y"; [key: string]: string; }'],
    [
      "of another type",
      { type: "number" },
      '{ a?: string; b: "x" | "y"; [key: string]: number | string | "x" | "y"; }',
    ],
    ["that must not be", false, '{ a?: string; b: "x" | "y"; }'],
    ["of any type", true, '{ a?: string; b: "x" | "y"; [key: string]: unknown; }'],
  ])("%s have a type that holds for all", (_, additionalProperties, type) => {
    const properties = { a: { type: "string" }, b: { enum: ["x", "y"] } };
    expect(schemaToTypeScript({ properties, required: ["b"], additionalProperties })).toBe(type);
  });

  test("are unknown where the union would be long, or a declared one is unknown", () => {
    const long = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`p${index}`, { const: `value ${index} of many` }]),
    );
    const rest = (properties: JsonSchema): string | undefined =>
      /\[key: string\]: (.*); \}$/.exec(
        schemaToTypeScript({ properties, additionalProperties: { type: "number" } }),
      )?.[1];
    expect([rest(long), rest({ a: true }), rest({ a: false, b: { type: "integer" } })]).toEqual([
      "unknown",
      "unknown",
      "number",
    ]);
  });
});
