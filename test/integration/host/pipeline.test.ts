// The pipeline as an embedder meets it: options of createHost, calls made directly and from scripts.
import { afterEach, describe, expect, test } from "vitest";
import { createHost, defineTool } from "../../../host/index.ts";
import { toAnthropicTools } from "../../../tools/index.ts";
import type { Host, HostEvent, HostOptions, Session, SessionOptions } from "../../../host/index.ts";

const hosts: Host[] = [];
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.close())));

async function sessionWith(options: HostOptions, session: SessionOptions = {}): Promise<Session> {
  const host = await createHost({ pool: { processes: 1 }, ...options });
  hosts.push(host);
  return host.openSession(session);
}

const echo = defineTool({
  name: "echo",
  description: "Gives back its input.",
  parallel: true,
  handler: (input) => input,
});
const hidden = defineTool({ name: "secret", exposure: "hidden", handler: () => "told" });

function textOf(output: { readonly content: readonly { readonly type: string }[] }): string {
  return output.content.map((item) => ("text" in item ? String(item.text) : item.type)).join("\n");
}

describe("Hooks of a host", () => {
  test("see direct and nested calls alike, with the cell of the latter, and what they add reaches the embedder", async () => {
    const seen: unknown[] = [];
    const contexts: string[] = [];
    const session = await sessionWith(
      {
        tools: [echo],
        hooks: [
          {
            matcher: "echo",
            before: ({ source, input }) => {
              seen.push([source.kind, input]);
              return { input: { rewritten: true }, context: "noted" };
            },
          },
        ],
      },
      { onContext: ({ text }) => contexts.push(text) },
    );
    const direct = await (await session.step()).call({ name: "echo", arguments: '{"a":1}' });
    expect([textOf(direct), direct.context]).toEqual(['{"rewritten":true}', ["noted"]]);
    const nested = await session.run("text(await tools.echo({ a: 2 }))");
    expect(textOf(nested)).toBe('{"rewritten":true}');
    expect(seen).toEqual([
      ["direct", { a: 1 }],
      ["cell", { a: 2 }],
    ]);
    expect(contexts).toEqual(["noted"]);
  });

  test("can refuse a script or put another in its place", async () => {
    const session = await sessionWith({
      tools: [echo],
      hooks: [
        {
          matcher: "exec",
          before: ({ input }) => {
            const { source } = input as { source: string };
            if (source.includes("delete")) return { deny: "no deleting" };
            return source.includes("old") ? { input: { source: 'text("new")' } } : undefined;
          },
        },
      ],
    });
    const step = await session.step();
    expect(textOf(await step.call({ name: "exec", input: 'text("delete")' }))).toBe(
      "Tool call blocked by PreToolUse hook: no deleting. Tool: exec",
    );
    expect(textOf(await step.call({ name: "exec", input: 'text("old")' }))).toContain("new");
  });
});

describe("Approvals of a host", () => {
  const write = defineTool({ name: "write", handler: () => "written" });
  const needing = { ...write, approval: { mode: "prompt" as const } };

  test("let a script's other calls go on while somebody is asked, and the cell yields", async () => {
    const asked: string[] = [];
    let answer: (value: { answer: "allow" }) => void = () => undefined;
    const session = await sessionWith({
      tools: [needing, echo],
      approvals: {
        ask: ({ tool }) => {
          asked.push(tool.name);
          return new Promise((resolve) => (answer = resolve));
        },
      },
    });
    const source = "const w = tools.write({}); text(await tools.echo({ a: 1 })); text(await w)";
    const first = await session.run(source);
    expect([first.status, asked]).toEqual(["yielded", ["write"]]);
    answer({ answer: "allow" });
    const last = await session.wait(first.cellId);
    expect(last.status).toBe("completed");
    expect(textOf(first) + textOf(last)).toContain("written");
  });

  test("refuse where there is nobody to ask, and the script's promise rejects with the reason", async () => {
    const session = await sessionWith({ tools: [needing], approvals: { policy: "never", access: "confined" } });
    const outcome = await session.run("try { await tools.write({}) } catch (e) { text(e.message) }");
    expect(textOf(outcome)).toMatch(/requires approval/u);
    expect(outcome.calls[0]?.outcome).toBe("failed");
  });
});

describe("Steps", () => {
  test("refuse what they did not offer only where that is enforced", async () => {
    const open = await (await sessionWith({ tools: [hidden] })).step();
    expect(textOf(await open.call({ name: "secret" }))).toBe("told");
    const strict = await (await sessionWith({ tools: [hidden], steps: { enforceExposure: true } })).step();
    expect(textOf(await strict.call({ name: "secret" }))).toBe("The tool secret was not offered in this request.");
  });

  test("find deferred tools for a model and for scripts, which call them at once", async () => {
    const deferred = defineTool({
      name: "weather_report",
      namespace: "sky",
      description: "Tells the weather of a town.",
      exposure: "deferred",
      handler: () => "sunny",
    });
    const session = await sessionWith({ tools: [deferred, echo], steps: { search: true } });
    const step = await session.step();
    expect(step.specs.map(({ name }) => name)).toEqual(["exec", "wait", "echo", "tool_search"]);
    const found = await step.call({ name: "tool_search", arguments: '{"query":"weather"}' });
    expect(JSON.parse(textOf(found))).toMatchObject({ total: 1, tools: [{ name: "sky" }] });
    const outcome = await session.run(
      'const { calls } = await tools.tool_search({ query: "weather" }); text(await tools[calls[0].identifier]({}))',
    );
    expect([outcome.error, textOf(outcome)]).toEqual([undefined, "sunny"]);
  });

  test("put tools in the order that was asked for, and refuse an order without a place for the rest", async () => {
    const tools = ["a", "b", "c"].map((name) => defineTool({ name, handler: () => name }));
    const step = await (await sessionWith({ tools, mode: "direct", steps: { toolOrder: ["c", "..."] } })).step();
    expect(step.specs.map(({ name }) => name)).toEqual(["c", "a", "b"]);
    await expect(createHost({ tools, steps: { toolOrder: ["c"] } })).rejects.toMatchObject({ code: "invalid_options" });
  });

  test("have tools of one session beside the host's, which keep their names", async () => {
    const own = defineTool({ name: "mine", handler: () => "mine" });
    const taken = defineTool({ name: "echo", handler: () => "stolen" });
    const session = await sessionWith({ tools: [echo], mode: "direct" }, { dynamicTools: [own, taken] });
    const step = await session.step();
    expect(step.specs.map(({ name }) => name)).toEqual(["echo", "mine"]);
    expect(textOf(await step.call({ name: "echo", arguments: '{"a":1}' }))).toBe('{"a":1}');
  });

  test("keep a script's calls on the tools it was offered, however late it calls them", async () => {
    const session = await sessionWith({ tools: [echo] });
    const [first, second] = [await session.step(), await session.step()];
    expect(first.id).not.toBe(second.id);
    expect(first.plan).toBe(second.plan);
    expect(textOf(await first.call({ name: "exec", input: "text(await tools.echo({ late: 1 }))" }))).toContain("late");
  });
});

describe("Outputs that are too long", () => {
  const long = defineTool({ name: "long", handler: () => "x".repeat(100_000) });

  test("can be read back, by a model and by a script", async () => {
    const session = await sessionWith({ tools: [long], outputs: {} });
    const step = await session.step();
    const output = textOf(await step.call({ name: "long" }));
    expect(output).toContain("tokens truncated");
    const handle = /"handle":"(out-\w+)"/u.exec(output)?.[1] ?? "";
    const part = await step.call({ name: "read_output", arguments: JSON.stringify({ handle, offset: 99_990 }) });
    expect(JSON.parse(textOf(part))).toEqual({
      text: "x".repeat(10),
      offset: 99_990,
      nextOffset: null,
      totalBytes: 100_000,
    });
    const nested = await session.run(`text((await tools.read_output({ handle: "${handle}" })).totalBytes)`);
    expect(textOf(nested)).toBe("100000");
  });

  test("are kept when a script emits them, too", async () => {
    const session = await sessionWith({ tools: [], outputs: {} });
    const step = await session.step();
    const source = 'text("first\\n" + "y".repeat(100_000))';
    const output = textOf(await step.call({ name: "exec", input: source }));
    const handle = /"handle":"(out-\w+)"/u.exec(output)?.[1] ?? "";
    const part = await step.call({ name: "read_output", arguments: JSON.stringify({ handle, limit: 7 }) });
    expect(JSON.parse(textOf(part))).toMatchObject({ text: "first\ny", totalBytes: 100_006 });
  });

  test("reach a script whole", async () => {
    const session = await sessionWith({ tools: [long] });
    expect(textOf(await session.run("text((await tools.long({})).length)"))).toBe("100000");
  });
});

test("A host tells in order what happens: step, cell, its calls, and their ends", async () => {
  const events: HostEvent[] = [];
  const session = await sessionWith({ tools: [echo], onEvent: (event) => events.push(event) });
  const step = await session.step();
  await step.call({ name: "exec", input: "await tools.echo({ a: 1 })" });
  expect(events.map(({ type }) => type)).toEqual([
    "step/planned",
    "call/begin",
    "cell/begin",
    "call/begin",
    "call/end",
    "cell/end",
    "call/end",
  ]);
  const [, exec, cell, nested] = events;
  expect(cell).toMatchObject({ callId: exec?.type === "call/begin" ? exec.callId : "?" });
  expect(nested).toMatchObject({ name: "echo", source: { kind: "cell" }, stepId: step.id, inputBytes: 7 });
});

test("A step's list can be rendered for a model's API, and its calls come back to the step", async () => {
  const inSky = defineTool({ name: "look", namespace: "sky", description: "Looks up.", handler: () => "blue" });
  const session = await sessionWith({ tools: [echo, inSky], hosted: [{ type: "web_search" }], mode: "direct" });
  const step = await session.step();
  expect(step.advertised.map(({ type }) => type)).toEqual(["function", "namespace", "web_search"]);
  const { tools, resolve } = toAnthropicTools(step.advertised);
  expect(tools.map(({ name }) => name)).toEqual(["echo", "sky__look"]);
  const call = resolve({ type: "tool_use", id: "1", name: "sky__look", input: {} });
  if (call === null || "problem" in call) throw new Error("the call was not understood");
  expect(textOf(await step.call(call))).toBe("blue");
});
