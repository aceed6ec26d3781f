import type { OpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { toOpenAiChatTools, toOpenAiFunctionTools } from "../../../tools/index.ts";
import { everyForm, functionTool } from "./sample-specs.ts";

const schema = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
const textSchema = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};
const NAMES = ["read", "mcp__cal__add", "mcp__cal__draw", "mcp__cal__list", "patch", "write", "tool_search"];

describe("For endpoints that know functions only", () => {
  const { tools, omitted, request, resolve } = toOpenAiFunctionTools(everyForm);
  // Fails to compile where the API's own types differ.
  const body: OpenAI.Responses.ResponseCreateParams = { model: "m", input: "hello", tools, ...request };

  test("every tool is a function with a flat name; hosted ones are left out and named", () => {
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    expect(body.tools?.[0]).toEqual({
      type: "function",
      name: "read",
      description: "Does read.",
      strict: false,
      parameters: schema,
    });
    expect(tools[4]).toMatchObject({ description: 'Edits files.\n\n`input` follows this lark grammar:\nstart: "x"' });
    expect(omitted.map(({ type }) => type)).toEqual(["web_search", "image_generation"]);
  });

  test("a call leads back to namespace, name and arguments, or to the text", () => {
    const call = (name: string, text: unknown): object => ({
      type: "function_call",
      call_id: "c",
      name,
      arguments: text,
    });
    const problem = 'patch takes one text; call it with {"input": "…"}.';
    const patch = { callId: "c", namespace: "", name: "patch" };
    expect(
      [
        call("mcp__cal__add", '{"q":'),
        call("patch", '{"input":"*** Begin"}'),
        call("patch", "*** Begin"),
        call("patch", '"*** Begin"'),
        call("none", "{}"),
        call("read", 5),
        { type: "message" },
        null,
      ].map(resolve),
    ).toEqual([
      { callId: "c", namespace: "mcp__cal", name: "add", arguments: '{"q":' },
      { ...patch, input: "*** Begin" },
      { ...patch, problem },
      { ...patch, problem },
      { callId: "c", namespace: "", name: "none", arguments: "{}" },
      null,
      null,
      null,
    ]);
  });

  test("names have at most 64 characters", () => {
    const long = toOpenAiFunctionTools([functionTool("", "n".repeat(100))]).tools;
    expect(long.map(({ name }) => name.length)).toEqual([64]);
  });
});

describe("For the Chat Completions API", () => {
  const { tools, request, resolve } = toOpenAiChatTools(everyForm);
  // Fails to compile where the API's own types differ.
  const body: OpenAI.Chat.ChatCompletionCreateParams = { model: "m", messages: [], tools, ...request };

  test("functions and custom tools have forms of their own", () => {
    expect(body.tools?.[1]).toEqual({
      type: "function",
      function: { name: "mcp__cal__add", description: "Does add.", strict: false, parameters: schema },
    });
    expect(body.tools?.[4]).toEqual({
      type: "custom",
      custom: {
        name: "patch",
        description: "Edits files.",
        format: { type: "grammar", grammar: { syntax: "lark", definition: 'start: "x"' } },
      },
    });
    const plain = toOpenAiChatTools(everyForm, { functionsOnly: true }).tools;
    expect(plain[4]).toMatchObject({ type: "function", function: { name: "patch", parameters: textSchema } });
  });

  test("a call leads back to its tool, whichever form it has", () => {
    const custom = (name: string, input: unknown): object => ({ id: "c", type: "custom", custom: { name, input } });
    const call = (name: string, text: unknown): object => ({
      id: "c",
      type: "function",
      function: { name, arguments: text },
    });
    expect(
      [
        custom("mcp__cal__draw", "aa"),
        custom("read", "x"),
        custom("none", "x"),
        call("patch", '{"input":"x"}'),
        call("write", ""),
        custom("patch", 5),
        { id: "c", type: "custom" },
        { type: "function", function: { name: "read", arguments: "{}" } },
        [],
      ].map(resolve),
    ).toEqual([
      { callId: "c", namespace: "mcp__cal", name: "draw", input: "aa" },
      { callId: "c", namespace: "", name: "read", input: "x" },
      { callId: "c", namespace: "", name: "none", input: "x" },
      { callId: "c", namespace: "", name: "patch", input: "x" },
      { callId: "c", namespace: "", name: "write", arguments: "" },
      null,
      null,
      null,
      null,
    ]);
  });
});
