import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compileValidator, validateStandard } from "../../../tools/index.ts";
import type { JsonSchema } from "../../../tools/index.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    path: { type: "string" },
    n: { type: "integer", minimum: 1 },
    mode: { enum: ["a", "b"] },
    files: {
      type: "array",
      items: { type: "object", properties: { "x y": { type: "number" } }, additionalProperties: false },
    },
    either: { anyOf: [{ type: "string" }, { type: "object", properties: { k: { type: "number" } } }] },
    same: { const: 3 },
  },
  required: ["path"],
  additionalProperties: false,
};

describe("An error names the place, what was expected and what came", () => {
  test.each<[unknown, string | null]>([
    [{ path: "ok", n: 1, mode: "a", files: [{ "x y": 1 }], either: { k: 1 }, same: 3 }, null],
    [{}, "`path` is missing (expected string)"],
    [{ path: 1 }, "`path`: expected string, got number 1"],
    [{ path: "", n: 1.5 }, "`n`: expected integer, got number 1.5"],
    [{ path: "", n: 0 }, "`n`: must be >= 1, got number 0"],
    [{ path: "", mode: "c" }, '`mode`: expected one of "a", "b", got string "c"'],
    [{ path: "", files: [{}, { "x y": null }] }, '`files[1]["x y"]`: expected number, got null'],
    [{ path: "", files: { length: 1 } }, "`files`: expected array, got an object"],
    [{ path: "", either: 3 }, "`either`: expected string | { k?: number; }, got number 3"],
    [{ path: "", either: { k: "s" } }, '`either.k`: expected number, got string "s"'],
    [{ path: "", same: [1, 2] }, "`same`: expected 3, got an array of 2"],
    [{ path: "", pth: 1 }, "`pth` is not a known property; did you mean `path`?"],
    [{ path: "", files: [{ unlike: 1 }] }, "`files[0].unlike` is not a known property; known are `x y`"],
    [[], "the value: expected object, got an array of 0"],
    [undefined, "the value: expected object, got nothing"],
  ])("%j", (value, error) => {
    expect(compileValidator(schema)(value)).toBe(error);
  });

  test("and stays short when the value is long", () => {
    const error = compileValidator(schema)({ path: "", mode: "long ".repeat(10_000) });
    expect(error?.length).toBeLessThan(200);
  });
});

test("A schema object is compiled once, when the first value comes", () => {
  const read: string[] = [];
  const watched = new Proxy(
    { type: "string" },
    { get: (target, key): unknown => (read.push(String(key)), Reflect.get(target, key)) },
  );
  const validator = compileValidator(watched);
  const before = read.length;
  const results = [validator("x"), compileValidator(watched)("y")];
  const after = read.length;
  validator("z");
  expect({ before, results, again: read.length - after, same: compileValidator(watched) === validator }).toEqual({
    before: 0,
    results: [null, null],
    again: 0,
    same: true,
  });
});

test("Boolean schemas take everything or nothing", () => {
  expect([compileValidator(true)(1), compileValidator(false)(1)]).toEqual([null, "no value is accepted here"]);
});

describe("Schemas of either version are understood", () => {
  test.each<[string, JsonSchema, unknown, string | null]>([
    ["a tuple of 2020-12", { prefixItems: [{ type: "string" }] }, [1], "`[0]`: expected string, got number 1"],
    ["a tuple of draft 7", { items: [{ type: "string" }] }, [1], "`[0]`: expected string, got number 1"],
    [
      "a declared draft 7",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { A: { type: "null" } },
        $ref: "#/definitions/A",
      },
      1,
      "the value: expected null, got number 1",
    ],
    ["an unknown version", { $schema: "urn:other", type: "string" }, 1, "the value: expected string, got number 1"],
    [
      "one that contains itself",
      { properties: { n: { $ref: "#" } }, type: "object" },
      { n: { n: 1 } },
      "`n.n`: expected object, got number 1",
    ],
    ["an identity", { $id: "same", type: "string" }, 1, "the value: expected string, got number 1"],
    ["the same identity again", { $id: "same", type: "null" }, 1, "the value: expected null, got number 1"],
    [
      "a pattern that only old expressions allow",
      { pattern: "^[\\w-.]+$" },
      "ä",
      'the value: must match pattern "^[\\w-.]+$", got string "ä"',
    ],
    ["formats, which are not checked", { format: "email" }, "x", null],
  ])("%s", (_, one, value, error) => {
    const validator = compileValidator(one);
    expect([validator(value), validator.problem]).toEqual([error, null]);
  });
});

test.each<[JsonSchema, string]>([
  [{ type: "weird" }, "type must be JSONType or JSONType[]: weird"],
  [{ $ref: "#/nowhere" }, "can't resolve reference #/nowhere from id #"],
  [{ pattern: "(" }, "Invalid regular expression: /(/: Unterminated group"],
  [{ $async: true }, "it is asynchronous"],
  [{ enum: Array.from({ length: 100_000 }, (_, index) => index) }, "it is too large"],
])("A schema that cannot be compiled lets everything pass and says why: case %#", (one, reason) => {
  const validator = compileValidator(one);
  expect([validator(1), validator.problem]).toEqual([null, `the schema is not checked: ${reason}`]);
});

test("A schema nested too deep to compile lets everything pass", () => {
  let deep: JsonSchema = { type: "string" };
  for (let level = 0; level < 5000; level++) deep = { properties: { p: deep } };
  const validator = compileValidator(deep);
  expect([validator({}), validator.problem !== null]).toEqual([null, true]);
});

test("A value nested too deep is refused, not fatal", () => {
  let value: unknown = 1;
  for (let level = 0; level < 200_000; level++) value = { n: value };
  const validator = compileValidator({ type: "object", properties: { n: { $ref: "#" } } });
  expect(validator(value)).toBe("the value is nested too deep to be checked");
});

test("Without patterns no regular expression of a stranger runs, and nothing valid is refused for it", () => {
  const hostile: JsonSchema = {
    properties: { p: { type: "string", pattern: "^(a+)+$" } },
    patternProperties: { "^(b+)+$": { type: "number" } },
    additionalProperties: false,
  };
  const validator = compileValidator(hostile, { patterns: false });
  const long = `${"a".repeat(5000)}!`;
  expect([validator({ p: long, bbb: 1 }), validator({ p: 1 })]).toEqual([null, "`p`: expected string, got number 1"]);
});

test("No schema and no value makes a validator throw", () => {
  const keyword = fc.constantFrom(
    "type",
    "properties",
    "required",
    "items",
    "anyOf",
    "$ref",
    "enum",
    "pattern",
    "minLength",
    "not",
  );
  fc.assert(
    fc.property(fc.dictionary(keyword, fc.jsonValue()), fc.jsonValue(), (one, value) => {
      const result = compileValidator(one)(value);
      expect(result === null || typeof result === "string").toBe(true);
    }),
  );
});

test("Importing the tools does not load ajv", () => {
  const program = `
    import { createRequire } from "node:module";
    await import("./tools/index.ts");
    console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes("ajv")).length);
  `;
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: join(import.meta.dirname, "../../.."),
    encoding: "utf8",
  });
  expect({ stdout: run.stdout.trim(), status: run.status }).toEqual({ stdout: "0", status: 0 });
});

describe("A Standard Schema", () => {
  test("gives the value it made, at once where it can", () => {
    expect(validateStandard(z.object({ n: z.coerce.number() }), { n: "3" })).toEqual({ value: { n: 3 } });
  });

  test("gives a promise where it needs one", async () => {
    const later = z.string().refine(async (text) => text !== "");
    await expect(Promise.resolve(validateStandard(later, "x")).catch(() => "sync")).resolves.toEqual({ value: "x" });
  });

  test("says what is wrong and where, in a few sentences", () => {
    const list = z.object({ "a b": z.array(z.number()) });
    expect(validateStandard(list, { "a b": [1, "x"] })).toEqual({
      error: '`["a b"][1]`: Invalid input: expected number, received string',
    });
    const many = validateStandard(z.array(z.null()), Array(8).fill(1));
    expect(many).toMatchObject({ error: expect.stringMatching(/^`\[0\]`: .*; 3 more$/) as string });
  });
});
