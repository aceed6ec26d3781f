import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { IsocellError } from "../../../protocol/index.ts";
import { defineTool } from "../../../tools/index.ts";
import type { CallContext, StandardSchema } from "../../../tools/index.ts";

function context(kind: "direct" | "cell" = "direct"): CallContext {
  const source = kind === "direct" ? { kind } : { kind, cellId: "1" };
  return {
    signal: new AbortController().signal,
    callId: "call-1",
    source,
    attempt: 1,
    unconfined: false,
    reportProgress: () => {},
  };
}

function errorOf(define: () => unknown): unknown {
  try {
    define();
  } catch (error) {
    if (error instanceof IsocellError) return { code: error.code, message: error.message, data: error.data };
  }
  return "no IsocellError";
}

const anything = (): null => null;

test("A name and a handler make a tool that is listed, runs alone and takes anything", () => {
  const tool = defineTool({ name: "ping", handler: anything });
  const { handle, parallel, ...rest } = tool;
  expect({ ...rest, parallel: parallel({}), handle: typeof handle }).toEqual({
    name: "ping",
    namespace: "",
    kind: "function",
    exposure: "direct",
    spec: { type: "function", namespace: "", name: "ping", description: "", inputSchema: {} },
    parallel: false,
    handle: "function",
  });
});

test("Everything a definition says is in the tool", () => {
  const inputSchema = { type: "object", properties: { n: { type: "number" } } };
  const outputSchema = { type: "number" };
  const tool = defineTool({
    name: "double",
    namespace: "math",
    description: "Doubles.",
    kind: "function",
    inputSchema,
    outputSchema,
    exposure: "deferred",
    parallel: (input) => input === 1,
    timeoutMs: 50,
    annotations: { readOnlyHint: true },
    approval: { mode: "writes" },
    retry: { retries: 2 },
    search: { keywords: ["twice"] },
    hooks: { name: "Double" },
    namespaceDescription: "Sums.",
    maxOutputTokens: 7,
    onBadResult: "fail",
    handler: anything,
  });
  const { handle, parallel, ...rest } = tool;
  expect({ ...rest, parallel: [parallel(1), parallel(2)], handle: typeof handle }).toEqual({
    name: "double",
    namespace: "math",
    kind: "function",
    exposure: "deferred",
    timeoutMs: 50,
    annotations: { readOnlyHint: true },
    approval: { mode: "writes" },
    retry: { retries: 2 },
    search: { keywords: ["twice"] },
    hooks: { name: "Double" },
    namespaceDescription: "Sums.",
    maxOutputTokens: 7,
    onBadResult: "fail",
    spec: { type: "function", namespace: "math", name: "double", description: "Doubles.", inputSchema, outputSchema },
    parallel: [true, false],
    handle: "function",
  });
});

test("A custom tool takes a text and may have a grammar", async () => {
  const grammar = { syntax: "lark", definition: "start: /.+/" } as const;
  const tool = defineTool({
    name: "shout",
    kind: "custom",
    grammar,
    handler: (input) => {
      expectTypeOf(input).toEqualTypeOf<string>();
      return input.toUpperCase();
    },
  });
  expect(tool.spec).toEqual({ type: "custom", namespace: "", name: "shout", description: "", grammar });
  expect((await tool.handle("hello", context())).value).toBe("HELLO");
});

describe("A handler's value", () => {
  test.each([
    ["a text is shown as it is", "a\nb", "a\nb", "a\nb"],
    ["anything else is shown as JSON", { a: [1, null] }, { a: [1, null] }, '{"a":[1,null]}'],
    ["nothing is null", undefined, null, "null"],
    ["the shape of an MCP result means nothing special", { content: [] }, { content: [] }, '{"content":[]}'],
  ])("%s", async (_, given, value, text) => {
    const tool = defineTool({ name: "t", handler: async () => given });
    const output = { content: [{ type: "text", text }], success: true };
    expect(await tool.handle({}, context())).toEqual({ value, output });
    expect(await tool.handle({}, context("cell"))).toEqual({ value, output });
  });

  test.each([
    ["a function", () => {}, "it is a function"],
    ["a BigInt", 1n, "it is a bigint"],
    ["an object with a BigInt", { n: 1n }, "Do not know how to serialize a BigInt"],
  ])("that JSON cannot hold fails a direct call: %s", async (_, value, reason) => {
    const tool = defineTool({ name: "t", handler: () => value });
    await expect(tool.handle({}, context())).rejects.toThrow(`tool \`t\` gave a result that is not JSON: ${reason}`);
  });

  test("is not written as JSON for a script unless somebody reads the output", async () => {
    let written = 0;
    const value = { toJSON: () => (written += 1) };
    const tool = defineTool({ name: "t", handler: () => value });
    const result = await tool.handle({}, context("cell"));
    const before = written;
    const outputs = [result.output, result.output];
    expect({ before, after: written, same: outputs[0] === outputs[1] }).toEqual({ before: 0, after: 1, same: true });
  });
});

test("What a handler throws, the caller gets", async () => {
  const tool = defineTool({
    name: "t",
    handler: () => {
      throw new Error("no such file");
    },
  });
  await expect(tool.handle({}, context())).rejects.toThrow("no such file");
});

test("A type parameter gives the handler's input its type", () => {
  defineTool<{ path: string }>({
    name: "t",
    handler: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ path: string }>();
    },
  });
  defineTool({
    name: "t",
    handler: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ readonly [name: string]: unknown }>();
    },
  });
});

describe("A Standard Schema", () => {
  const inputSchema = z.object({ path: z.string(), limit: z.number().default(10) });

  test("describes the input before it is validated, and gives the handler what it made of it", async () => {
    const tool = defineTool({
      name: "read",
      inputSchema,
      outputSchema: z.object({ n: z.number() }),
      handler: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ path: string; limit: number }>();
        return input;
      },
    });
    const { value } = await tool.handle({ path: "x" }, context());
    const { inputSchema: described, outputSchema } = tool.spec.type === "function" ? tool.spec : {};
    expect({ value, described, outputSchema }).toMatchObject({
      value: { path: "x", limit: 10 },
      described: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    });
  });

  test("refuses arguments with a sentence that names the place", async () => {
    const tool = defineTool({ name: "read", inputSchema, handler: anything });
    const refused = tool.handle({ path: 1 }, context());
    await expect(refused).rejects.toThrow(
      "invalid arguments for `read`: `path`: Invalid input: expected string, received number",
    );
  });

  test("may validate asynchronously and be of any library", async () => {
    const schema: StandardSchema<unknown, number> & { toJSONSchema: () => object } = {
      "~standard": {
        version: 1,
        vendor: "ours",
        validate: async (value) => ({ value: Object.keys(value ?? {}).length }),
      },
      toJSONSchema: () => ({ type: "object" }),
    };
    const tool = defineTool({
      name: "count",
      inputSchema: schema,
      handler: (input) => {
        expectTypeOf(input).toEqualTypeOf<number>();
        return input;
      },
    });
    expect((await tool.handle({ a: 1, b: 2 }, context())).value).toBe(2);
  });

  test("that cannot describe itself as JSON Schema is refused", () => {
    const mute: StandardSchema = { "~standard": { version: 1, vendor: "mute", validate: (value) => ({ value }) } };
    expect(errorOf(() => defineTool({ name: "t", inputSchema: mute, handler: anything }))).toEqual({
      code: "invalid_tool",
      message:
        "defineTool: `inputSchema` of tool `t` is not usable; this schema of mute cannot describe itself as JSON Schema; " +
        "pass a JSON Schema instead",
      data: { tool: "t", field: "inputSchema" },
    });
  });

  test("with a type that JSON Schema does not have is refused", () => {
    const error = errorOf(() => defineTool({ name: "t", inputSchema: z.object({ d: z.date() }), handler: anything }));
    expect(error).toMatchObject({ code: "invalid_tool", data: { tool: "t", field: "inputSchema" } });
  });
});

test.each<[string, unknown, string]>([
  ["no object", null, "`definition` of a tool is not usable; pass one object with at least `name` and `handler`"],
  ["no name", { handler: anything }, "`name` of a tool is not usable; give it a text"],
  ["no handler", { name: "t" }, "`handler` of tool `t` is not usable; pass the function that runs the tool"],
  [
    "a misspelt field",
    { name: "t", handeler: anything },
    "`handeler` of tool `t` is not usable; did you mean `handler`?",
  ],
  [
    "a wrong kind",
    { name: "t", kind: "x", handler: anything },
    '`kind` of tool `t` is not usable; use "function" or "custom"',
  ],
  [
    "a wrong exposure",
    { name: "t", exposure: "nowhere", handler: anything },
    "`exposure` of tool `t` is not usable; use one of direct, deferred, code-mode-only, direct-model-only, " +
      "deferred-model-only, hidden",
  ],
  [
    "a wrong time",
    { name: "t", timeoutMs: 0, handler: anything },
    "`timeoutMs` of tool `t` is not usable; use milliseconds from 1 to 2147483647, or leave it out for no limit",
  ],
  [
    "a hint that is no flag",
    { name: "t", annotations: { readOnlyHint: "yes" }, handler: anything },
    "`annotations` of tool `t` is not usable; pass an object of `title` and hints that are true or false",
  ],
  [
    "a retry policy that is none",
    { name: "t", retry: 3, handler: anything },
    "`retry` of tool `t` is not usable; pass an object",
  ],
  [
    "a wrong flag",
    { name: "t", parallel: "yes", handler: anything },
    "`parallel` of tool `t` is not usable; use true, false or a function of the input",
  ],
  [
    "a wrong schema",
    { name: "t", inputSchema: "string", handler: anything },
    "`inputSchema` of tool `t` is not usable; pass a JSON Schema (an object or boolean) or a Standard Schema",
  ],
  [
    "a schema that takes no object",
    { name: "t", inputSchema: { type: "string" }, handler: anything },
    '`inputSchema` of tool `t` is not usable; a tool\'s arguments are always an object; use `type: "object"`',
  ],
  [
    "a schema for freeform text",
    { name: "t", kind: "custom", inputSchema: {}, handler: anything },
    "`inputSchema` of tool `t` is not usable; a custom tool takes freeform text; leave it out",
  ],
  [
    "a grammar for an object",
    { name: "t", grammar: { syntax: "lark", definition: "" }, handler: anything },
    '`grammar` of tool `t` is not usable; only a tool of kind "custom" has a grammar; use `inputSchema`',
  ],
])("A definition with %s is refused", (_, definition, message) => {
  const define = defineTool as (definition: unknown) => unknown;
  expect(errorOf(() => define(definition))).toMatchObject({ code: "invalid_tool", message: `defineTool: ${message}` });
});
