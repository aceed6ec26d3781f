import type { OpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { forResponses } from "../../../host/backends/openai/index.ts";
import type { ResponsesStep } from "../../../host/backends/openai/index.ts";
import { holdTool } from "../../support/test-host.ts";
import { failing, noting, PIXEL, showing, SOUND, stage } from "./stage.ts";

type OutputItem = OpenAI.Responses.ResponseOutputItem;

/** Fails to compile where the API's own types differ. */
function requestOf({ request, prefix }: ResponsesStep): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  return { model: "m", input: [...prefix, { role: "user", content: "hello" }], ...request };
}

function call(id: string, name: string, json: string, more: object = {}): OutputItem {
  return { type: "function_call", call_id: id, name, arguments: json, ...more };
}

function customCall(id: string, name: string, input: string, more: object = {}): OutputItem {
  return { type: "custom_tool_call", call_id: id, name, input, ...more };
}

const output = (id: string, text: unknown, more: object = {}): object => ({
  type: "function_call_output",
  call_id: id,
  output: text,
  ...more,
});

describe("A step for the Responses API", () => {
  test("is shown with custom tools and their grammars, namespaces and what goes with them", async () => {
    const { step } = await stage();
    const { tools, ...rest } = requestOf(forResponses(step));
    expect(rest).toMatchObject({ tool_choice: "auto", parallel_tool_calls: true });
    expect(tools?.map(({ type }) => type)).toEqual(["custom", "function", "function", "function", "namespace"]);
    expect(tools?.[0]).toMatchObject({ name: "exec", format: { type: "grammar", syntax: "lark" } });
  });

  test("is shown as functions with flat names where an endpoint knows no others, and texts come back as texts", async () => {
    const { step } = await stage();
    const isocell = forResponses(step, { as: "functions" });
    expect(requestOf(isocell).tools?.map((tool) => tool.type === "function" && tool.name)).toEqual([
      "exec",
      "wait",
      "echo",
      "fail",
      "voice__shout",
    ]);
    const calls = [
      call("1", "voice__shout", '{"input":"hey"}'),
      call("2", "voice__shout", '{"input":'),
      call("3", "echo", "{}"),
    ];
    expect(await isocell.answer(calls)).toEqual([
      output("1", "HEY"),
      output("2", 'voice__shout takes one text; call it with {"input": "…"}.'),
      output("3", "{}"),
    ]);
  });

  test("is shown as the first input item where a model takes its tools there", async () => {
    const { step } = await stage();
    const { tools, input, parallel_tool_calls: parallel } = requestOf(forResponses(step, { as: "input" }));
    expect([tools, parallel]).toEqual([undefined, false]);
    expect(input?.[0]).toMatchObject({ type: "additional_tools", tools: [{ name: "functions" }, { name: "voice" }] });
  });
});

describe("Calls of a response", () => {
  test("run at the same time and are answered in their order, whatever ends first", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const answer = forResponses(step).answer([
      call("a", "hold", "1"),
      { type: "message", id: "m", role: "assistant", status: "completed", content: [] },
      call("b", "hold", "2"),
    ]);
    const second = await hold.call(1);
    second.resolve("second");
    (await hold.call(0)).resolve("first");
    expect(await answer).toEqual([output("a", "first"), output("b", "second")]);
  });

  test("that fail are answered like others, each with its own reason", async () => {
    const { step } = await stage();
    const answers = await forResponses(step).answer([
      call("1", "fail", "{}"),
      call("2", "nowhere", "{}"),
      customCall("3", "nowhere", "x"),
      call("4", "echo", '{"a":'),
      call("5", "exec", "{}"),
      customCall("6", "echo", "x"),
      { type: "function_call", call_id: "7", name: "echo" } as OutputItem,
      call("8", "echo", '{"a":1}'),
    ]);
    expect(answers).toEqual([
      output("1", "no luck"),
      output("2", expect.stringMatching(/^unsupported call: nowhere/u)),
      {
        ...output("3", expect.stringMatching(/^unsupported custom tool call: nowhere/u)),
        type: "custom_tool_call_output",
      },
      output("4", "failed to parse function arguments: EOF while parsing a value at line 1 column 5"),
      output("5", "The tool exec takes freeform text, but was called as a function with JSON arguments."),
      {
        ...output("6", "The tool echo takes JSON arguments, but was called with freeform text."),
        type: "custom_tool_call_output",
      },
      output("7", "The call could not be read: its name or its arguments are missing."),
      output("8", '{"a":1}'),
    ]);
  });

  test("are found among items of any form", async () => {
    const { step } = await stage();
    const odd = [
      null,
      5,
      {},
      { type: "function_call" },
      { type: "custom_tool_call", call_id: 7, name: "exec", input: "" },
    ];
    const { answer } = forResponses(step);
    expect(await answer([...(odd as OutputItem[]), call("a", "echo", "1")])).toEqual([output("a", "1")]);
    await expect(answer(null as never)).rejects.toThrow(TypeError);
  });

  test("all end with the signal, and each gets an output", async () => {
    const hold = holdTool("hold", { parallel: false });
    const { step } = await stage({ tools: [hold.tool] });
    const abort = new AbortController();
    const answer = forResponses(step).answer([call("a", "hold", "{}"), call("b", "hold", "{}")], {
      signal: abort.signal,
    });
    await hold.call(0);
    abort.abort(new Error("the user pressed escape"));
    const aborted = expect.stringMatching(/^aborted by user after \d+\.\ds$/u) as unknown;
    expect(await answer).toEqual([output("a", aborted), output("b", aborted)]);
    expect(hold.calls.length).toBe(1);
  });

  test("start while the response is still coming in", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const turn = forResponses(step).begin();
    turn.add(call("a", "hold", "{}"));
    (await hold.call(0)).resolve("early");
    turn.add(call("b", "hold", "{}"));
    await hold.call(1);
    turn.abort();
    expect(await turn.outputs()).toEqual([
      output("a", "early"),
      output("b", expect.stringContaining("aborted by user after")),
    ]);
  });

  test("run on the step that advertised them, also when there is a later one", async () => {
    const { session, step, events } = await stage();
    const isocell = forResponses(step);
    const later = await session.step();
    await isocell.answer([call("a", "echo", "{}"), customCall("b", "exec", "await tools.echo({})")]);
    const steps = events.flatMap((event) =>
      event.type === "call/begin" && event.source.kind === "direct" ? [[event.name, event.stepId]] : [],
    );
    expect(later.id).not.toBe(step.id);
    expect(steps).toEqual([
      ["echo", step.id],
      ["exec", step.id],
    ]);
  });

  test("of a program of the API's own say so in their outputs, as it wants", async () => {
    const { step } = await stage();
    const caller = { type: "program", caller_id: "p" };
    expect(await forResponses(step).answer([call("a", "echo", "1", { caller })])).toEqual([
      output("a", "1", { caller }),
    ]);
  });
});

describe("What a call gives", () => {
  test("is a text alone, or a list with images; of audio it is said that it is there", async () => {
    const tool = showing(
      { type: "text", text: "look" },
      { type: "image", imageUrl: PIXEL, detail: "high" },
      { type: "audio", audioUrl: SOUND },
    );
    const { step } = await stage({ tools: [tool] });
    expect(await forResponses(step).answer([call("a", "show", "{}")])).toEqual([
      output("a", [
        { type: "input_text", text: "look" },
        { type: "input_image", image_url: PIXEL, detail: "high" },
        { type: "input_text", text: "[The result also has audio (audio/wav), which cannot be shown to you here.]" },
      ]),
    ]);
    const nothing = await stage({ tools: [showing()] });
    expect(await forResponses(nothing.step).answer([call("a", "show", "{}")])).toEqual([output("a", "")]);
  });

  test("of a script that yields is read with `wait`", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const isocell = forResponses(step);
    const source = 'text("began"); yield_control(); text(await tools.hold({}));';
    const [began] = await isocell.answer([customCall("a", "exec", source)]);
    expect(began).toEqual({
      type: "custom_tool_call_output",
      call_id: "a",
      output: [
        { type: "input_text", text: expect.stringMatching(/^Script running with cell ID 1\n/u) as unknown },
        { type: "input_text", text: "began" },
      ],
    });
    const ended = isocell.answer([call("b", "wait", '{"cell_id":"1"}')]);
    (await hold.call(0)).resolve("done");
    expect(await ended).toEqual([
      output("b", [
        { type: "input_text", text: expect.stringMatching(/^Script completed\n/u) as unknown },
        { type: "input_text", text: "done" },
      ]),
    ]);
  });

  test("is followed by what hooks have to say, as messages", async () => {
    const { step } = await stage({ hooks: [noting] });
    expect(await forResponses(step).answer([call("a", "echo", "1"), call("b", failing.name, "{}")])).toEqual([
      output("a", "1"),
      output("b", "no luck"),
      { type: "message", role: "developer", content: [{ type: "input_text", text: "echo was used" }] },
    ]);
  });
});
