import type { OpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { forChatCompletions } from "../../../host/backends/openai/index.ts";
import type { ChatStep } from "../../../host/backends/openai/index.ts";
import { holdTool } from "../../support/test-host.ts";
import { noting, PIXEL, showing, SOUND, stage } from "./stage.ts";

type ToolCall = OpenAI.Chat.ChatCompletionMessageToolCall;

/** Fails to compile where the API's own types differ. */
function requestOf({ request }: ChatStep): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  return { model: "m", messages: [], ...request };
}

function message(...calls: ToolCall[]): OpenAI.Chat.ChatCompletionMessage {
  return { role: "assistant", content: null, refusal: null, tool_calls: calls };
}

function call(id: string, name: string, json: string): ToolCall {
  return { id, type: "function", function: { name, arguments: json } };
}

function customCall(id: string, name: string, input: string): ToolCall {
  return { id, type: "custom", custom: { name, input } };
}

const answerTo = (id: string, content: unknown): object => ({ role: "tool", tool_call_id: id, content });

describe("A step for the Chat Completions API", () => {
  test("is shown with custom tools, under flat names", async () => {
    const { step } = await stage();
    const { tools } = requestOf(forChatCompletions(step));
    expect(tools?.map((tool) => (tool.type === "custom" ? tool.custom.name : tool.function.name))).toEqual([
      "exec",
      "wait",
      "echo",
      "fail",
      "voice__shout",
    ]);
    expect(tools?.[4]).toEqual({
      type: "custom",
      custom: {
        name: "voice__shout",
        description: expect.stringMatching(/^Says it louder\./u) as unknown,
        format: { type: "grammar", grammar: { syntax: "regex", definition: "[a-z ]+" } },
      },
    });
  });

  test("is shown as functions where a model takes no others", async () => {
    const { step } = await stage();
    const isocell = forChatCompletions(step, { functionsOnly: true });
    expect(new Set(isocell.tools.map(({ type }) => type))).toEqual(new Set(["function"]));
    const script = JSON.stringify({ input: "text(6 * 7)" });
    expect(await isocell.answer(message(call("1", "exec", script), call("2", "exec", "text(1)")))).toMatchObject([
      { content: [{ text: expect.stringMatching(/^Script completed/u) as unknown }, { text: "42" }] },
      { content: 'exec takes one text; call it with {"input": "…"}.' },
    ]);
  });

  test("without tools says nothing of them", async () => {
    const { step } = await stage({ tools: [], mode: "direct" });
    expect(forChatCompletions(step).request).toEqual({});
  });
});

describe("Calls of a message", () => {
  test("are answered in their order, failed ones too", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const answer = forChatCompletions(step).answer(
      message(call("a", "hold", "{}"), call("b", "hold", "{}"), call("c", "none", "{}"), customCall("d", "hold", "x")),
    );
    (await hold.call(1)).reject(new Error("no luck"));
    (await hold.call(0)).resolve("first");
    expect(await answer).toEqual([
      answerTo("a", "first"),
      answerTo("b", "no luck"),
      answerTo("c", expect.stringMatching(/^unsupported call: none/u)),
      answerTo("d", "The tool hold takes JSON arguments, but was called with freeform text."),
    ]);
    expect(await forChatCompletions(step).answer({ ...message(), tool_calls: null as never })).toEqual([]);
  });

  test("all end with the signal", async () => {
    const { step } = await stage();
    const answers = await forChatCompletions(step).answer(
      message(call("a", "echo", "{}"), customCall("b", "exec", "1")),
      {
        signal: AbortSignal.abort(),
      },
    );
    expect(answers.map((answer) => "content" in answer && answer.content)).toEqual([
      expect.stringContaining("aborted by user after"),
      expect.stringContaining("aborted by user after"),
    ]);
  });

  test("give images and audio in one user message after all results, then what hooks have to say", async () => {
    const tool = showing(
      { type: "text", text: "look" },
      { type: "image", imageUrl: PIXEL, detail: "low" },
      { type: "audio", audioUrl: SOUND },
      { type: "audio", audioUrl: "data:audio/ogg;base64,T2dnUw==" },
    );
    const { step } = await stage({ tools: [tool], hooks: [noting, { after: () => ({ context: "a note" }) }] });
    expect(await forChatCompletions(step).answer(message(call("a", "show", "{}")))).toEqual([
      answerTo("a", [
        { type: "text", text: "look" },
        { type: "text", text: "[image 1: in the user message that follows]" },
        { type: "text", text: "[audio 2: in the user message that follows]" },
        { type: "text", text: "[The result also has audio (audio/ogg), which cannot be shown to you here.]" },
      ]),
      {
        role: "user",
        content: [
          { type: "text", text: "Result of call a, image 1:" },
          { type: "image_url", image_url: { url: PIXEL, detail: "low" } },
          { type: "text", text: "Result of call a, audio 2:" },
          { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
        ],
      },
      { role: "developer", content: "a note" },
    ]);
  });

  test("of a script that yields, and of `wait` for it, belong together", async () => {
    const { step } = await stage();
    const isocell = forChatCompletions(step);
    const began = await isocell.answer(message(customCall("a", "exec", "yield_control(); text(await tools.echo(7));")));
    expect(began).toMatchObject([{ content: expect.stringMatching(/^Script running with cell ID 1\n/u) as unknown }]);
    expect(await isocell.answer(message(call("b", "wait", '{"cell_id":"1"}')))).toMatchObject([
      { tool_call_id: "b", content: [{ text: expect.stringMatching(/^Script completed/u) as unknown }, { text: "7" }] },
    ]);
  });
});
