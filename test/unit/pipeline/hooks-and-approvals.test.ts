import { describe, expect, test } from "vitest";
import { ConfinementDenied } from "../../../tools/index.ts";
import { Stage, tool } from "./stage.ts";

const asked = { mode: "prompt" } as const;

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
