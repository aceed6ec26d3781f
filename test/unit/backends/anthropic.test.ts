import type { Anthropic } from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";
import { forMessages } from "../../../host/backends/anthropic/index.ts";
import type { MessagesStep } from "../../../host/backends/anthropic/index.ts";
import { echo, holdTool } from "../../support/test-host.ts";
import { deferred, noting, PIXEL, showing, SOUND, stage } from "./stage.ts";

/** Fails to compile where the API's own types differ. */
function requestOf({ tools }: MessagesStep, messages: Anthropic.MessageParam[]): Anthropic.MessageCreateParams {
  return { model: "m", max_tokens: 1, messages, tools };
}

function call(id: string, name: string, input: unknown): Anthropic.ToolUseBlock {
  return { type: "tool_use", id, name, input, caller: { type: "direct" } };
}

const text = (value: unknown): object => ({ type: "text", text: value });
const result = (id: string, ...content: object[]): object => ({ type: "tool_result", tool_use_id: id, content });
const failed = (id: string, value: unknown): object => ({ ...result(id, text(value)), is_error: true });
const message = (...content: object[]): object[] => [{ role: "user", content }];

describe("A step for the Messages API", () => {
  test("is shown with flat names, and texts as functions of one text", async () => {
    const { step } = await stage();
    const isocell = forMessages(step);
    expect(isocell.tools.map(({ name }) => name)).toEqual(["exec", "wait", "echo", "fail", "voice__shout"]);
    expect(isocell.tools[0]?.input_schema).toMatchObject({ properties: { input: { type: "string" } } });
    const answers = await isocell.answer([call("a", "voice__shout", { input: "hey" }), call("b", "voice__shout", {})]);
    expect(requestOf(isocell, answers).messages).toEqual(
      message(result("a", text("HEY")), failed("b", 'voice__shout takes one text; call it with {"input": "…"}.')),
    );
  });
});

describe("Calls of a message", () => {
  test("run at the same time and are answered in their order in one message", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const answer = forMessages(step).answer([
      { type: "text", text: "I look.", citations: null },
      call("a", "hold", {}),
      call("b", "hold", {}),
      call("c", "none", {}),
    ]);
    (await hold.call(1)).reject(new Error("no luck"));
    (await hold.call(0)).resolve("first");
    expect(await answer).toEqual(
      message(
        result("a", text("first")),
        failed("b", "no luck"),
        failed("c", expect.stringMatching(/^unsupported call: none/u)),
      ),
    );
  });

  test("that are none need no answer", async () => {
    const { step } = await stage();
    expect(await forMessages(step).answer([{ type: "text", text: "done", citations: null }])).toEqual([]);
  });

  test("start while the message is coming in, and all end with the signal", async () => {
    const hold = holdTool();
    const { step } = await stage({ tools: [hold.tool] });
    const abort = new AbortController();
    const turn = forMessages(step).begin({ signal: abort.signal });
    turn.add(call("a", "hold", {}));
    await hold.call(0);
    turn.add(call("b", "hold", {}));
    abort.abort();
    const aborted = expect.stringContaining("aborted by user after") as unknown;
    expect(await turn.outputs()).toEqual(message(failed("a", aborted), failed("b", aborted)));
  });

  test("run on the step that advertised them, also when there is a later one", async () => {
    const { session, step, events } = await stage();
    const isocell = forMessages(step);
    await session.step();
    await isocell.answer([call("a", "echo", {})]);
    expect(events.flatMap((event) => (event.type === "call/begin" ? [event.stepId] : []))).toEqual([step.id]);
  });

  test("give images in the forms that the API takes, and say what it does not take", async () => {
    const image = (imageUrl: string) => ({ type: "image", imageUrl, detail: "auto" }) as const;
    const tool = showing(
      image(PIXEL),
      image("https://example.com/a.png"),
      image("data:image/bmp;base64,Qk0="),
      { type: "audio", audioUrl: SOUND },
      { type: "text", text: " \n" },
    );
    const { step } = await stage({ tools: [tool] });
    expect(await forMessages(step).answer([call("a", "show", {})])).toEqual(
      message(
        result(
          "a",
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          text("[The result also has an image (image/bmp), which cannot be shown to you here.]"),
          text("[The result also has audio (audio/wav), which cannot be shown to you here.]"),
        ),
      ),
    );
    const nothing = await stage({ tools: [showing()] });
    expect(await forMessages(nothing.step).answer([call("a", "show", {})])).toEqual(
      message({ type: "tool_result", tool_use_id: "a" }),
    );
  });

  test("are followed by what hooks have to say, in the same message", async () => {
    const { step } = await stage({ hooks: [noting] });
    expect(await forMessages(step).answer([call("a", "echo", 1), call("b", "fail", {})])).toEqual(
      message(result("a", text("1")), failed("b", "no luck"), text("echo was used")),
    );
  });

  test("of a script that yields, and of `wait` for it, belong together", async () => {
    const { step } = await stage();
    const isocell = forMessages(step);
    const script = { input: "yield_control(); text(await tools.echo(7));" };
    expect(await isocell.answer([call("a", "exec", script)])).toEqual(
      message(result("a", text(expect.stringMatching(/^Script running with cell ID 1\n/u)))),
    );
    expect(await isocell.answer([call("b", "wait", { cell_id: "1" })])).toEqual(
      message(result("b", text(expect.stringMatching(/^Script completed\n/u)), text("7"))),
    );
  });
});

describe("A search for tools by the model", () => {
  const searching = { tools: [echo, deferred], steps: { search: true } };

  test("is answered with references to tools that were sent along, and a call of one reaches it", async () => {
    const { step } = await stage(searching);
    const isocell = forMessages(step);
    const found = isocell.tools.find((tool) => tool.defer_loading === true);
    expect(found?.name).toMatch(/^post__send_letter/u);
    expect(await isocell.answer([call("a", "tool_search", { query: "letter" })])).toEqual(
      message(result("a", { type: "tool_reference", tool_name: found?.name })),
    );
    expect(await isocell.answer([call("b", found?.name ?? "", {})])).toEqual(message(result("b", text("sent"))));
    expect(await isocell.answer([call("c", "tool_search", { query: "zebra" })])).toMatchObject(
      message({ content: [{ type: "text", text: expect.stringContaining("zebra") as unknown }] }),
    );
  });

  test("is answered with definitions where references are not known", async () => {
    const { step } = await stage(searching);
    const isocell = forMessages(step, { toolReferences: false });
    expect(isocell.tools.some((tool) => tool.defer_loading === true)).toBe(false);
    expect(JSON.stringify(await isocell.answer([call("a", "tool_search", { query: "letter" })]))).toContain(
      "send letter",
    );
  });
});
