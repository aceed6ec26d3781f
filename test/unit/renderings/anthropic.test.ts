import type { MessageCreateParams, ToolUseBlock } from "@anthropic-ai/sdk/resources/messages/messages";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupSpecs, toAnthropicTools } from "../../../tools/index.ts";
import type { JsonSchema } from "../../../tools/index.ts";
import { everyForm, functionTool } from "./sample-specs.ts";

/** Fails to compile where the API's own types differ. */
function requestWith(specs: typeof everyForm): MessageCreateParams {
  const { tools } = toAnthropicTools(specs);
  return { model: "m", max_tokens: 1, messages: [], tools };
}

const schema = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
const input = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

function inputSchemaOf(inputSchema: JsonSchema): unknown {
  return toAnthropicTools([functionTool("", "t", { inputSchema })]).tools[0]?.input_schema;
}

describe("For the Messages API", () => {
  test("every tool has a flat name and takes an object; hosted ones are left out and named", () => {
    expect(requestWith(everyForm).tools).toEqual([
      { name: "read", description: "Does read.", input_schema: schema },
      { name: "mcp__cal__add", description: "Does add.", input_schema: schema },
      {
        name: "mcp__cal__draw",
        description: "Edits files.\n\n`input` follows this regex grammar:\na+",
        input_schema: input,
      },
      { name: "mcp__cal__list", description: "Does list.", input_schema: schema },
      {
        name: "patch",
        description: 'Edits files.\n\n`input` follows this lark grammar:\nstart: "x"',
        input_schema: input,
      },
      { name: "write", input_schema: schema },
      {
        name: "tool_search",
        description: "Finds tools.",
        input_schema: { type: "object", properties: { query: { type: "string" } } },
      },
    ]);
    expect(toAnthropicTools(everyForm).omitted.map(({ type }) => type)).toEqual(["web_search", "image_generation"]);
  });

  test.each<[string, JsonSchema, unknown]>([
    ["anything", true, { type: "object", properties: {} }],
    ["nothing known", {}, { type: "object", properties: {} }],
    [
      "properties that are booleans or no schemas",
      { properties: { a: true, b: false, c: 1 }, required: ["a", 1] },
      { type: "object", properties: { a: {}, b: { not: {} }, c: {} }, required: ["a"] },
    ],
    [
      "a reference",
      { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { properties: { a: { $ref: "#/$defs/A" } } } } },
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/A" } },
        $defs: { A: { $ref: "#/$defs/B" }, B: { properties: { a: { $ref: "#/$defs/A" } } } },
      },
    ],
    [
      "alternatives, whose properties are joined",
      {
        type: "object",
        properties: { id: { type: "string" } },
        required: ["id"],
        additionalProperties: false,
        oneOf: [
          { properties: { kind: { const: "a" }, size: { type: "number" } }, required: ["kind", "size"] },
          { properties: { kind: { const: "b" }, size: { type: "number" } }, required: ["kind"] },
        ],
      },
      {
        type: "object",
        properties: {
          id: { type: "string" },
          kind: { anyOf: [{ const: "a" }, { const: "b" }] },
          size: { type: "number" },
        },
        required: ["id", "kind"],
      },
    ],
    [
      "parts that all hold, whose demands add up",
      {
        allOf: [{ $ref: "#/$defs/A" }, { properties: { b: {} }, required: ["b"] }],
        $defs: { A: { properties: { a: {} }, required: ["a"] } },
      },
      {
        $defs: { A: { properties: { a: {} }, required: ["a"] } },
        type: "object",
        properties: { a: {}, b: {} },
        required: ["a", "b"],
      },
    ],
  ])("a schema of %s becomes one of an object without alternatives", (_, given, expected) => {
    expect(inputSchemaOf(given)).toEqual(expected);
  });

  test("definitions that stand for endless alternatives do not take endless time", () => {
    const names = Array.from({ length: 20 }, (_, index) => `#/$defs/d${index}`);
    const anyOf = names.map(($ref) => ({ $ref }));
    const $defs = Object.fromEntries(names.map((_, index) => [`d${index}`, { anyOf, properties: { p: {} } }]));
    const start = performance.now();
    expect(inputSchemaOf({ anyOf, $defs })).toMatchObject({ type: "object", properties: { p: {} } });
    expect(inputSchemaOf({ $ref: "#" })).toEqual({ type: "object", properties: {} });
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("A call in a message", () => {
  const { resolve } = toAnthropicTools(everyForm);
  const block = (name: string, given: unknown): ToolUseBlock => ({
    type: "tool_use",
    id: "c",
    caller: { type: "direct" },
    name,
    input: given,
  });

  test("leads back to namespace, name and arguments or text", () => {
    const calls = [
      block("mcp__cal__add", { q: "é" }),
      block("patch", { input: "*** Begin" }),
      block("patch", "*** Begin"),
      block("write", {}),
      block("none", { a: 1 }),
      block("tool_search", { query: "q" }),
    ];
    expect(calls.map(resolve)).toEqual([
      { callId: "c", namespace: "mcp__cal", name: "add", arguments: '{"q":"é"}' },
      { callId: "c", namespace: "", name: "patch", input: "*** Begin" },
      { callId: "c", namespace: "", name: "patch", input: "*** Begin" },
      { callId: "c", namespace: "", name: "write", arguments: "{}" },
      { callId: "c", namespace: "", name: "none", arguments: '{"a":1}' },
      { callId: "c", namespace: "", name: "tool_search", arguments: '{"query":"q"}' },
    ]);
  });

  test("of a free text without one is answered with how to call it", () => {
    const problem = 'patch takes one text; call it with {"input": "…"}.';
    const wrong = [{}, { input: 5 }, null, ["x"]];
    expect(wrong.map((given) => resolve(block("patch", given)))).toEqual(
      wrong.map(() => ({ callId: "c", namespace: "", name: "patch", problem })),
    );
  });

  test("is not found in other blocks", () => {
    const others = [
      { type: "text" },
      { type: "tool_use", id: 1, name: "read" },
      { type: "tool_use", id: "c" },
      null,
      [],
    ];
    expect(others.map(resolve)).toEqual(others.map(() => null));
  });
});

describe("Whatever tools are called", () => {
  const part = fc.oneof(
    fc.constantFrom("", "functions", "a", "a__b", "b", "a_", "__b", "a.b", "a/b", "é", "__proto__", "constructor"),
    fc.string({ maxLength: 140 }),
  );
  const toolNames = fc.uniqueArray(fc.tuple(part, part), {
    maxLength: 12,
    selector: ([namespace, name]) => JSON.stringify([namespace === "functions" ? "" : namespace, name]),
  });

  test("names are valid, differ, and lead back; they do not depend on the order of the tools", () => {
    fc.assert(
      fc.property(toolNames, (names) => {
        const specs = names.map(([namespace, name]) => functionTool(namespace, name));
        const { tools, resolve } = toAnthropicTools(groupSpecs(specs).specs);
        const given = new Set(tools.map(({ name }) => name));
        expect([given.size, tools.every(({ name }) => /^[a-zA-Z0-9_-]{1,128}$/.test(name))]).toEqual([
          names.length,
          true,
        ]);
        const wire = new Map<string, string>();
        for (const { name } of tools) {
          const call = resolve({ type: "tool_use", id: "c", name, input: {} });
          wire.set(JSON.stringify([call?.namespace, call?.name]), name);
        }
        expect([...wire.keys()].toSorted()).toEqual(
          names
            .map(([namespace, name]) => JSON.stringify([namespace === "functions" ? "" : namespace, name]))
            .toSorted(),
        );
        const again = toAnthropicTools(groupSpecs(specs.toReversed()).specs);
        expect(again.tools.map(({ name }) => name).toSorted()).toEqual([...given].toSorted());
      }),
      { numRuns: 300, seed: 20_260_501 },
    );
  });

  test("a tool without a namespace keeps its name where one with a namespace would read the same", () => {
    const { tools } = toAnthropicTools(groupSpecs([functionTool("a", "b"), functionTool("", "a__b")]).specs);
    expect(tools.map(({ name }) => name)).toEqual([expect.stringMatching(/^a__b_[0-9a-f]{12}$/), "a__b"]);
  });
});
