import { asSchema, generateText, isStepCount } from "ai";
import type { ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { groupSpecs, toAiSdkTools } from "../../../tools/index.ts";
import type { AdvertisedSpec, ModelCall } from "../../../tools/index.ts";
import { everyForm, functionTool } from "./sample-specs.ts";

/** Fails to compile where the SDK's own types differ. */
function toolSet(
  specs: readonly AdvertisedSpec[],
  execute: (call: ModelCall, options: { readonly signal?: AbortSignal }) => Promise<unknown>,
): ToolSet {
  return toAiSdkTools(specs, execute).tools;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const answer = {
  content: [{ type: "text" as const, text: "done" }],
  finishReason: { unified: "stop" as const, raw: "stop" },
  usage,
  warnings: [],
};

function modelThatCalls(calls: readonly (readonly [string, string])[]): MockLanguageModelV4 {
  const content = calls.map(([toolName, input], index) => ({
    type: "tool-call" as const,
    toolCallId: `c${index}`,
    toolName,
    input,
  }));
  const first = { ...answer, content, finishReason: { unified: "tool-calls" as const, raw: "tool_calls" } };
  return new MockLanguageModelV4({ doGenerate: [first, answer] });
}

describe("For the AI SDK", () => {
  test("a model is shown every tool under a flat name with its schema unchanged", async () => {
    const model = modelThatCalls([]);
    await generateText({ model, prompt: "hello", tools: toolSet(everyForm, () => Promise.resolve("")) });
    const schema = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
    expect(
      model.doGenerateCalls[0]?.tools?.map((tool) => tool.type === "function" && [tool.name, tool.inputSchema]),
    ).toEqual([
      ["read", schema],
      ["mcp__cal__add", schema],
      ["mcp__cal__draw", expect.objectContaining({ required: ["input"] })],
      ["mcp__cal__list", schema],
      ["patch", expect.objectContaining({ required: ["input"] })],
      ["write", schema],
      ["tool_search", { type: "object", properties: { query: { type: "string" } } }],
    ]);
    expect(toAiSdkTools(everyForm, () => Promise.resolve()).omitted.map(({ type }) => type)).toEqual([
      "web_search",
      "image_generation",
    ]);
  });

  test("its calls reach whoever runs them, and results and errors reach the model", async () => {
    const seen: (readonly [ModelCall, boolean])[] = [];
    const tools = toolSet(everyForm, (call, { signal }) => {
      seen.push([call, signal instanceof AbortSignal]);
      return "arguments" in call && call.name === "list" ? Promise.reject(new Error("No.")) : Promise.resolve({ n: 1 });
    });
    const model = modelThatCalls([
      ["mcp__cal__add", '{"q":"x","more":1}'],
      ["patch", '{"input":"*** Begin"}'],
      ["mcp__cal__list", "{}"],
      ["patch", "{}"],
    ]);
    const { signal } = new AbortController();
    const { text } = await generateText({ model, prompt: "go", tools, stopWhen: isStepCount(3), abortSignal: signal });
    expect([text, seen]).toEqual([
      "done",
      [
        [{ callId: "c0", namespace: "mcp__cal", name: "add", arguments: '{"q":"x","more":1}' }, true],
        [{ callId: "c1", namespace: "", name: "patch", input: "*** Begin" }, true],
        [{ callId: "c2", namespace: "mcp__cal", name: "list", arguments: "{}" }, true],
        [
          { callId: "c3", namespace: "", name: "patch", problem: 'patch takes one text; call it with {"input": "…"}.' },
          true,
        ],
      ],
    ]);
    const results = model.doGenerateCalls[1]?.prompt.findLast(({ role }) => role === "tool");
    expect(results?.content).toMatchObject([
      { toolCallId: "c0", output: { type: "json", value: { n: 1 } } },
      { toolCallId: "c1", output: { type: "json", value: { n: 1 } } },
      { toolCallId: "c2", output: { type: "error-text" } },
      { toolCallId: "c3" },
    ]);
  });

  test("the SDK takes a schema for one of its own, and any other library for a Standard Schema", async () => {
    const inputSchema = { type: "object", properties: { "10": {}, "9": {} } };
    const { tools } = toAiSdkTools([functionTool("", "t", { inputSchema })], () => Promise.resolve());
    const schema = tools["t"]?.inputSchema;
    if (schema === undefined) throw new Error("the tool is missing");
    expect(await asSchema(schema).jsonSchema).toEqual(inputSchema);
    expect(schema["~standard"].jsonSchema.input()).toEqual(inputSchema);
    expect(schema["~standard"].validate({ q: 1 })).toEqual({ value: { q: 1 } });
  });

  test("no name is longer than every provider takes, and a call without execution leads back, too", () => {
    const long = functionTool("n".repeat(60), "t".repeat(60));
    const { tools, resolve } = toAiSdkTools(groupSpecs([long]).specs, () => Promise.resolve());
    const [name = ""] = Object.keys(tools);
    expect([name.length, resolve({ toolName: name, input: { a: 1 } })]).toEqual([
      64,
      { namespace: long.namespace, name: long.name, arguments: '{"a":1}' },
    ]);
  });

  test("a tool called __proto__ is one like any other", () => {
    const { tools } = toAiSdkTools([functionTool("", "__proto__")], () => Promise.resolve());
    expect(Object.keys(tools)).toEqual(["__proto__"]);
  });
});
