import { generateText, isStepCount, streamText } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { forAiSdk } from "../../../host/backends/ai-sdk/index.ts";
import { echo, holdTool } from "../../support/test-host.ts";
import { deferred, noting, PIXEL, showing, SOUND, stage } from "./stage.ts";

type Calls = readonly (readonly [toolName: string, input: unknown])[];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const done = {
  content: [{ type: "text" as const, text: "done" }],
  finishReason: { unified: "stop" as const, raw: "stop" },
  usage,
  warnings: [],
};
const toolCalls = { unified: "tool-calls" as const, raw: "tool_calls" };

function callParts(calls: Calls) {
  return calls.map(([toolName, input], index) => ({
    type: "tool-call" as const,
    toolCallId: `c${index}`,
    toolName,
    input: JSON.stringify(input),
  }));
}

/** A model that makes these calls, one list a request, and then is done. */
function modelThatCalls(...requests: readonly Calls[]): MockLanguageModelV4 {
  const answers = requests.map((calls) => ({ ...done, content: callParts(calls), finishReason: toolCalls }));
  return new MockLanguageModelV4({ doGenerate: [...answers, done] });
}

/** The outputs that the model was given with a request, in order. */
function outputsIn(model: MockLanguageModelV4, request: number): unknown[] {
  const messages = model.doGenerateCalls[request]?.prompt.filter(({ role }) => role === "tool") ?? [];
  return messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])),
  );
}

describe("The tools of a step for the AI SDK", () => {
  test("run in one `generateText`; results come in the order of the calls, failed ones as errors", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const model = modelThatCalls([
      ["hold", 1],
      ["hold", 2],
      ["exec", { input: "text(6 * 7)" }],
    ]);
    const generated = generateText({ model, prompt: "hello", ...forAiSdk(step), stopWhen: isStepCount(5) });
    (await hold.call(1)).reject(new Error("no luck"));
    (await hold.call(0)).resolve("first");
    expect((await generated).text).toBe("done");
    expect(outputsIn(model, 1)).toEqual([
      { type: "text", value: "first" },
      { type: "error-text", value: "no luck" },
      { type: "text", value: expect.stringMatching(/^Script completed\n[^]*\n42$/u) as unknown },
    ]);
  });

  test("run in `streamText`, on the step that advertised them", async () => {
    const { session, step, events } = await stage();
    const tools = forAiSdk(step);
    await session.step();
    const [call] = callParts([["voice__shout", { input: "hey" }]]);
    if (call === undefined) throw new Error("no call");
    const finish = { type: "finish" as const, finishReason: toolCalls, usage };
    const model = new MockLanguageModelV4({
      doStream: { stream: convertArrayToReadableStream([{ type: "stream-start", warnings: [] }, call, finish]) },
    });
    const result = streamText({ model, prompt: "hello", ...tools });
    const outputs = (await result.toolResults).map(({ output }) => output as unknown);
    expect(outputs).toEqual([{ content: [{ type: "text", text: "HEY" }], success: true }]);
    expect(events.flatMap((event) => (event.type === "call/begin" ? [event.stepId] : []))).toEqual([step.id]);
  });

  test("end with the SDK's signal", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const abort = new AbortController();
    const { tools } = forAiSdk(step);
    const options = { toolCallId: "c", messages: [], context: {}, abortSignal: abort.signal };
    const answer: unknown = tools["hold"]?.execute?.({}, options);
    await hold.call(0);
    abort.abort();
    expect(await answer).toEqual({
      content: [{ type: "text", text: expect.stringContaining("aborted by user after") as unknown }],
      success: false,
    });
  });

  test("give images and audio as files, none that would have to be fetched, and what hooks have to say behind the result", async () => {
    const tool = showing(
      { type: "text", text: "look" },
      { type: "image", imageUrl: PIXEL, detail: "auto" },
      { type: "image", imageUrl: "https://example.com/a.png", detail: "auto" },
      { type: "audio", audioUrl: SOUND },
      { type: "image", imageUrl: "nonsense", detail: "auto" },
    );
    const { step } = await stage({ tools: [tool], hooks: [{ after: () => ({ context: "a note" }) }] });
    const model = modelThatCalls([["show", {}]]);
    await generateText({ model, prompt: "hello", ...forAiSdk(step), stopWhen: isStepCount(5) });
    const file = (mediaType: string, data: unknown): object => ({ type: "file", mediaType, data });
    expect(outputsIn(model, 1)).toEqual([
      {
        type: "content",
        value: [
          { type: "text", text: "look" },
          file("image/png", { type: "data", data: "iVBORw0KGgo=" }),
          {
            type: "text",
            text: "[The result also has an image at https://example.com/a.png, which cannot be shown to you here.]",
          },
          file("audio/wav", { type: "data", data: "UklGRg==" }),
          { type: "text", text: "[The result also has an image, which cannot be shown to you here.]" },
          { type: "text", text: "a note" },
        ],
      },
    ]);
    const noted = await stage({ hooks: [noting] });
    const second = modelThatCalls([["echo", 5]]);
    await generateText({ model: second, prompt: "hello", ...forAiSdk(noted.step), stopWhen: isStepCount(5) });
    expect(outputsIn(second, 1)).toEqual([{ type: "text", value: "5\necho was used" }]);
  });

  test("lead through a script that yields, and `wait`", async () => {
    const { step } = await stage();
    const model = modelThatCalls(
      [["exec", { input: "yield_control(); text(await tools.echo(7));" }]],
      [["wait", { cell_id: "1" }]],
    );
    await generateText({ model, prompt: "hello", ...forAiSdk(step), stopWhen: isStepCount(5) });
    expect(outputsIn(model, 2)).toEqual([
      { type: "text", value: expect.stringMatching(/^Script running with cell ID 1\n/u) as unknown },
      { type: "text", value: expect.stringMatching(/^Script completed\n[^]*\n7$/u) as unknown },
    ]);
  });

  test("that only a search finds are shown once it has found them, and can then be called", async () => {
    const { step } = await stage({ tools: [echo, deferred], steps: { search: true } });
    const { activeTools, tools } = forAiSdk(step);
    const found = Object.keys(tools).find((name) => !activeTools.includes(name)) ?? "";
    expect(found).toMatch(/^post__send_letter/u);
    const model = modelThatCalls([["tool_search", { query: "letter" }]], [[found, {}]]);
    await generateText({ model, prompt: "hello", ...forAiSdk(step), stopWhen: isStepCount(5) });
    const shown = model.doGenerateCalls.map((call) => call.tools?.some(({ name }) => name === found));
    expect(shown).toEqual([false, true, true]);
    expect(outputsIn(model, 2)[1]).toEqual({ type: "text", value: "sent" });
  });

  test("that do not exist are the SDK's to answer", async () => {
    const { step } = await stage();
    const model = modelThatCalls([["none", {}]]);
    const { text } = await generateText({ model, prompt: "hello", ...forAiSdk(step), stopWhen: isStepCount(5) });
    expect(text).toBe("done");
    expect(outputsIn(model, 1)).toEqual([
      { type: "error-text", value: expect.stringContaining("unavailable tool 'none'") as unknown },
    ]);
  });
});
