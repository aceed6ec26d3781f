import { describe, expect, test } from "vitest";
import { ConfinementDenied, NothingDone } from "../../../tools/index.ts";
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

describe("Hooks", () => {
  test("before deny with a text, and what they add is told with it", async () => {
    let ran = false;
    const before = (): object => ({ deny: { reason: "no" }, context: ["because"] });
    const stage = new Stage([tool("x", () => (ran = true))], { before });
    expect(await stage.call("x")).toMatchObject({ status: "denied", message: "no", context: ["because"] });
    expect(ran).toBe(false);
  });

  test("rewrite the input, which is checked again", async () => {
    const inputSchema = { type: "object", properties: { n: { type: "integer" } } };
    const echo = tool("echo", (input) => input, { inputSchema });
    const rewriteTo = (input: unknown): Stage => new Stage([echo], { before: () => ({ rewritten: { input } }) });
    expect(await rewriteTo({ n: 2 }).call("echo", { n: 1 })).toMatchObject({ result: { value: { n: 2 } } });
    expect(await rewriteTo({ n: "x" }).call("echo", { n: 1 })).toMatchObject({ status: "failed" });
  });

  test("see the call as the tool shows it, and turn their form back into the tool's", async () => {
    const run = tool("run", (input) => input, {
      hooks: {
        name: "Bash",
        aliases: ["sh"],
        input: (input) => ({ command: (input as { cmd: string }).cmd }),
        rewrite: (input, shown) => ({ ...(input as object), cmd: (shown as { command: string }).command }),
        response: () => "short",
      },
    });
    const seen: unknown[] = [];
    const stage = new Stage([run], {
      before: (call) => {
        seen.push(call.name, call.aliases, call.input);
        return { rewritten: { input: { command: "b" } } };
      },
      after: (_call, response) => {
        seen.push(response);
        return {};
      },
    });
    expect(await stage.call("run", { cmd: "a", tty: true })).toMatchObject({
      result: { value: { cmd: "b", tty: true } },
    });
    expect(seen).toEqual(["Bash", ["sh"], { command: "a" }, "short"]);
  });

  test("after block a result or replace what the model reads, and not after a failure", async () => {
    const good = tool("good", () => "value");
    const bad = tool("bad", () => {
      throw new Error("broken");
    });
    const blocked = new Stage([good], { after: () => ({ block: { reason: "secret" } }) });
    expect(await blocked.call("good")).toMatchObject({ status: "denied", message: "secret" });
    const replacing = new Stage([good, bad], { after: () => ({ replace: { text: "shorter" } }) });
    expect(await replacing.call("good")).toMatchObject({ replaced: "shorter", result: { value: "value" } });
    expect(await replacing.call("bad")).toMatchObject({ status: "failed", message: "broken" });
  });
});

describe("Approval", () => {
  test("is asked for only where a tool needs one, and gives the gate back meanwhile", async () => {
    let answer: (verdict: { verdict: "allow"; answer: "allow" }) => void = () => undefined;
    const stage = new Stage([tool("write", () => "written", { approval: asked }), tool("other", () => "ran")], {
      decide: ({ need }) =>
        need === undefined
          ? { verdict: "allow", by: "policy" }
          : { verdict: "ask", ask: () => new Promise((resolve) => (answer = resolve)) },
    });
    const write = stage.call("write", {}, { source: { kind: "cell", cellId: "7" } });
    expect(await stage.call("other")).toMatchObject({ status: "succeeded" });
    expect(stage.asking).toEqual([{ kind: "cell", cellId: "7" }]);
    answer({ verdict: "allow", answer: "allow" });
    expect(await write).toMatchObject({ status: "succeeded", result: { value: "written" } });
    expect(stage.told("approval/decided")).toMatchObject([
      { name: "other", answer: "allow", by: "policy" },
      { name: "write", answer: "allow", by: "asked" },
    ]);
  });

  test("that is denied is a text for the model, and the handler does not run", async () => {
    let ran = false;
    const stage = new Stage([tool("write", () => (ran = true), { approval: asked })], {
      decide: () => ({ verdict: "deny", by: "policy", message: "not allowed" }),
    });
    expect(await stage.call("write")).toMatchObject({ status: "denied", message: "not allowed" });
    expect(ran).toBe(false);
  });

  test("lets a confined tool try once more without confinement", async () => {
    const attempts: boolean[] = [];
    const shell = tool(
      "shell",
      (_input, { unconfined }) => {
        attempts.push(unconfined);
        if (!unconfined) throw new ConfinementDenied("read-only file system", "write /etc/x");
        return "done";
      },
      { approval: { mode: "approve" } },
    );
    const decisions: (string | undefined)[] = [];
    const allowing = new Stage([shell], {
      decide: ({ denied }) => {
        decisions.push(denied);
        return { verdict: "allow", by: "policy" };
      },
    });
    expect(await allowing.call("shell")).toMatchObject({ status: "succeeded", attempts: 2 });
    expect(attempts).toEqual([false, true]);
    expect(decisions).toEqual([undefined, "write /etc/x"]);
    const refusing = new Stage([shell], {
      decide: ({ denied }) =>
        denied === undefined ? { verdict: "allow", by: "policy" } : { verdict: "deny", by: "policy", message: "no" },
    });
    expect(await refusing.call("shell")).toMatchObject({ status: "failed", message: "read-only file system" });
  });
});

describe("A call that was given up", () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

  test("leaves no timer behind, neither its deadline nor the pause before another attempt", async () => {
    const hanging = tool("hanging", () => new Promise(() => undefined), { timeoutMs: 60_000 });
    const flaky = tool(
      "flaky",
      () => {
        throw new NothingDone("busy");
      },
      { retry: { retries: 1, backoffMs: 60_000, maxBackoffMs: 60_000 } },
    );
    const stage = new Stage([hanging, flaky]);
    const before = timers();
    for (const name of ["hanging", "flaky"]) {
      const abort = new AbortController();
      const call = stage.call(name, {}, { signal: abort.signal });
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      expect(timers()).toBeGreaterThan(before);
      abort.abort(new Error("stop"));
      expect(await call).toMatchObject({ status: "cancelled", message: "stop" });
      expect(timers()).toBe(before);
    }
  });
});

describe("Retries", () => {
  const flaky = (failures: number, error: () => Error, rest: object): [ReturnType<typeof tool>, () => number] => {
    let calls = 0;
    const made = tool(
      "flaky",
      () => {
        if (++calls <= failures) throw error();
        return "ok";
      },
      { retry: { retries: 2, backoffMs: 1 }, ...rest },
    );
    return [made, () => calls];
  };

  test("happen for an idempotent tool and are counted", async () => {
    const [made] = flaky(2, () => new Error("busy"), { annotations: { idempotentHint: true } });
    expect(await new Stage([made]).call("flaky")).toMatchObject({ status: "succeeded", attempts: 3 });
  });

  test("end when the policy's number is used up", async () => {
    const [made, calls] = flaky(9, () => new Error("busy"), { annotations: { readOnlyHint: true } });
    expect(await new Stage([made]).call("flaky")).toMatchObject({ status: "failed", message: "busy", attempts: 3 });
    expect(calls()).toBe(3);
  });

  test("never repeat what may have taken effect", async () => {
    const [effect, calls] = flaky(1, () => new Error("busy"), {});
    expect(await new Stage([effect]).call("flaky")).toMatchObject({ status: "failed", attempts: 1 });
    expect(calls()).toBe(1);
    const [harmless] = flaky(1, () => new NothingDone("not started"), {});
    expect(await new Stage([harmless]).call("flaky")).toMatchObject({ status: "succeeded", attempts: 2 });
  });

  test("ask the policy about the failure", async () => {
    const when = (error: unknown): boolean => (error as Error).message === "busy";
    const [made] = flaky(1, () => new Error("gone"), {
      annotations: { idempotentHint: true },
      retry: { retries: 2, backoffMs: 1, when },
    });
    expect(await new Stage([made]).call("flaky")).toMatchObject({ status: "failed", attempts: 1 });
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
