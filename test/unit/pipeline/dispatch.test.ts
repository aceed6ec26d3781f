import { describe, expect, test } from "vitest";
import { Stage, tool } from "./stage.ts";

const asked = { mode: "prompt" } as const;

describe("A call", () => {
  test("runs the handler with its input and gives the value", async () => {
    const stage = new Stage([tool("double", (input) => (input as { n: number }).n * 2)]);
    expect(await stage.call("double", { n: 4 })).toMatchObject({
      status: "succeeded",
      result: { value: 8 },
      attempts: 1,
      context: [],
    });
  });

  test("of a name that is not there fails with a text and runs alone", async () => {
    const stage = new Stage([]);
    expect(await stage.call("nowhere", {}, { namespace: "mcp__x" })).toMatchObject({
      status: "failed",
      message: "unsupported call: mcp__xnowhere",
      attempts: 0,
    });
  });

  test("whose text could not be read is told like any other failure", async () => {
    const stage = new Stage([tool("plain", () => 1)]);
    const ended = await stage.call("plain", undefined, { problem: "no JSON" });
    expect(ended).toMatchObject({ status: "failed", message: "no JSON" });
    expect(stage.told("call/end")).toMatchObject([{ outcome: "failed", message: "no JSON" }]);
  });

  test("of the wrong kind is the caller's mistake and says so in a sentence", async () => {
    const stage = new Stage([tool("plain", () => 1)]);
    expect(await stage.call("plain", "text", { kind: "custom" })).toMatchObject({
      status: "fatal",
      message: "The tool plain takes JSON arguments, but was called with freeform text.",
    });
  });

  test("with arguments that do not fit never reaches the handler", async () => {
    let ran = false;
    const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const stage = new Stage([tool("strict", () => (ran = true), { inputSchema })]);
    expect(await stage.call("strict", { n: "x" })).toMatchObject({ status: "failed" });
    expect(ran).toBe(false);
  });

  test("that was not offered is denied where that is enforced, by who calls", async () => {
    const refuse = (_tool: unknown, source: string): string | null => (source === "cell" ? "not for scripts" : null);
    const stage = new Stage([tool("shy", () => 1)], { refuse });
    expect(await stage.call("shy")).toMatchObject({ status: "succeeded" });
    expect(await stage.call("shy", {}, { source: { kind: "cell", cellId: "1" } })).toMatchObject({
      status: "denied",
      message: "not for scripts",
    });
  });

  test("fails at the earlier of the tool's deadline and its own, and its signal fires", async () => {
    let fired = false;
    const slow = tool(
      "slow",
      (_input, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => (fired = true));
        }),
      { timeoutMs: 60_000 },
    );
    const ended = await new Stage([slow]).call("slow", {}, { timeoutMs: 10 });
    expect(ended).toMatchObject({ status: "failed", message: "The tool slow did not answer within 10 ms." });
    expect(fired).toBe(true);
  });
});

describe("A tool that is broken around its handler", () => {
  test("fails the call with its text, and frees the gate", async () => {
    const broken = tool("broken", () => 1, {
      hooks: {
        name: "broken",
        input: () => {
          throw new Error("no view");
        },
      },
    });
    const stage = new Stage([broken, tool("next", () => 2)], { before: () => ({}) });
    expect(await stage.call("broken")).toMatchObject({ status: "failed", message: "no view" });
    expect(await stage.call("next")).toMatchObject({ status: "succeeded" });
  });

  test("keeps its result when it stumbles over the news that it was accepted", async () => {
    const stage = new Stage([
      tool("proud", () => "value", {
        onResultAccepted: () => {
          throw new Error("stumbled");
        },
      }),
    ]);
    expect(await stage.call("proud")).toMatchObject({ status: "succeeded", result: { value: "value" } });
  });
});

describe("Cancellation", () => {
  test("ends a call whose handler does not listen, and frees the gate", async () => {
    const stage = new Stage([tool("deaf", () => new Promise(() => undefined)), tool("next", () => "ran")]);
    const abort = new AbortController();
    const call = stage.call("deaf", {}, { signal: abort.signal });
    const next = stage.call("next");
    abort.abort(new Error("stop"));
    expect(await call).toMatchObject({ status: "cancelled", message: "stop" });
    expect(await next).toMatchObject({ status: "succeeded", result: { value: "ran" } });
  });

  test("keeps a call that is queued at the gate from running at all", async () => {
    let release: (value: unknown) => void = () => undefined;
    let ran = false;
    const stage = new Stage([
      tool("first", () => new Promise((resolve) => (release = resolve))),
      tool("second", () => (ran = true)),
      tool("third", () => 3),
    ]);
    const first = stage.call("first");
    const abort = new AbortController();
    const second = stage.call("second", {}, { signal: abort.signal });
    const third = stage.call("third");
    abort.abort(new Error("stop"));
    expect(await second).toMatchObject({ status: "cancelled" });
    release(null);
    expect(await first).toMatchObject({ status: "succeeded" });
    expect(await third).toMatchObject({ status: "succeeded" });
    expect(ran).toBe(false);
  });
});

describe("A result that does not fit the output schema", () => {
  const spec = (name: string, onBadResult?: "fail"): ReturnType<typeof tool> => {
    const made = tool(name, () => ({ n: "x" }), onBadResult === undefined ? {} : { onBadResult });
    const outputSchema = { type: "object", properties: { n: { type: "integer" } } };
    return { ...made, spec: { ...made.spec, type: "function", inputSchema: {}, outputSchema } };
  };

  test("is told, and fails the call only where the tool asks for that", async () => {
    const stage = new Stage([spec("lenient"), spec("strict", "fail")]);
    expect(await stage.call("lenient")).toMatchObject({ status: "succeeded" });
    expect(await stage.call("strict")).toMatchObject({ status: "failed" });
    expect(stage.told("call/bad-result")).toHaveLength(2);
  });
});

describe("Events", () => {
  test("name the call in the same way from its begin to its end", async () => {
    const stage = new Stage([tool("x", () => "abc")]);
    await stage.call("x", { a: 1 }, { source: { kind: "cell", cellId: "3" } });
    const [begin] = stage.told("call/begin");
    const [end] = stage.told("call/end");
    expect(begin).toMatchObject({ callId: "call-1", name: "x", exposure: "direct", inputBytes: 7, stepId: "step-1" });
    expect(end).toMatchObject({
      callId: "call-1",
      outcome: "succeeded",
      attempts: 1,
      outputBytes: 5,
      source: { kind: "cell", cellId: "3" },
    });
  });

  test("are not made while nobody listens", async () => {
    const stage = new Stage([tool("x", () => 1)], { listening: false });
    await stage.call("x");
    expect(stage.events).toEqual([]);
  });
});

test("a direct and a nested call of the same tool tell the same story", async () => {
  const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const tools = [
    tool("ok", (input) => input, { inputSchema }),
    tool("throws", () => {
      throw new Error("broken");
    }),
    tool("asks", () => 1, { approval: asked }),
  ];
  const story = async (source: { kind: "direct" } | { kind: "cell"; cellId: string }): Promise<unknown[]> => {
    const stage = new Stage(tools, {
      before: () => ({ context: ["seen"] }),
      after: () => ({}),
      decide: () => ({ verdict: "deny", by: "policy", message: "no" }),
    });
    for (const [name, input] of [
      ["ok", { n: 1 }],
      ["ok", {}],
      ["throws", {}],
      ["asks", {}],
      ["gone", {}],
    ] as const) {
      await stage.call(name, input, { source });
    }
    return stage.events.map((event) => ({ ...event, at: 0, source: 0, gateMs: 0, handlerMs: 0, ms: 0 }));
  };
  expect(await story({ kind: "cell", cellId: "1" })).toEqual(await story({ kind: "direct" }));
});
