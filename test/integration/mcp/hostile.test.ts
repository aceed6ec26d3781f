import { expect, onTestFinished, test } from "vitest";
import type { Elicit, Elicitation, HostEvent } from "../../../host/index.ts";
import { testHost, textsOf } from "../../support/test-host.ts";
import type { HostileOptions } from "../../fixtures/mcp-server/hostile.ts";
import { call, connect, hostile, textOf } from "./fixture.ts";
import type { Connected } from "./fixture.ts";
import type { CommonServerConfig } from "../../../host/mcp/server-config.ts";
import type { ServersOptions } from "../../../host/mcp/life/servers.ts";

const entry = (name: string, more: object = {}): object => ({ name, inputSchema: { type: "object" }, ...more });

async function connected(
  options: HostileOptions,
  settings: CommonServerConfig = {},
  others: ServersOptions = {},
): Promise<Connected> {
  const made = await connect({ m: { ...hostile(options), ...settings } }, others);
  onTestFinished(() => made.close());
  return made;
}

const failed = (tool: string, reason: string): string =>
  `tool call error: tool call failed for \`m/${tool}\`\n\nCaused by:\n    ${reason}`;

test("Progress without end ends with the time for the whole call, and the server is told.", async () => {
  const tools = [entry("forever"), entry("cancelled")];
  const { executors } = await connected(
    { tools, acts: { forever: { progressEveryMs: 20 } } },
    { toolTimeoutSec: 0.6, idleTimeoutSec: 0.5 },
  );
  const result = await call(executors, "forever");
  expect(textOf(result)).toBe(failed("forever", "timed out awaiting tools/call after 600ms"));
  expect(textOf(await call(executors, "cancelled"))).toBe("1");
});

test("A call that shows no sign of life ends with the time for that.", async () => {
  const { executors } = await connected(
    { tools: [entry("silent"), entry("echo")], acts: { silent: { silent: true } } },
    { toolTimeoutSec: 60, idleTimeoutSec: 0.3 },
  );
  const result = await call(executors, "silent");
  expect(textOf(result)).toBe(failed("silent", "timed out awaiting tools/call after 300ms without progress"));
  expect(textOf(await call(executors, "echo"))).toBe("{}");
});

test("Lines that are no JSON, and a flood on standard error, keep no call from its answer.", async () => {
  const { executors } = await connected(
    {
      tools: [entry("noise"), entry("flood"), entry("echo")],
      acts: { noise: { raw: '{"jsonrpc":"2.0", broken\n[]\nnull\n{"id":{}}' }, flood: { floodBytes: 5_000_000 } },
    },
    { idleTimeoutSec: 1 },
  );
  const noise = call(executors, "noise");
  expect(textOf(await call(executors, "flood"))).toBe("flooded");
  expect(textOf(await call(executors, "echo", { a: 1 }))).toBe('{"a":1}');
  expect(textOf(await noise)).toContain("timed out awaiting tools/call");
});

test("What is no tool, and a name that comes twice, are left out with the reason; odd schemas are used or told.", async () => {
  let deep: unknown = { type: "string" };
  for (let depth = 0; depth < 200; depth++) deep = { type: "object", properties: { a: deep } };
  const { servers, executors } = await connected({
    tools: [
      entry("one", { description: "first" }),
      entry("one", { description: "second" }),
      5,
      { description: "nameless" },
      entry("__proto__", {
        inputSchema: { type: "object", properties: JSON.parse('{"__proto__":{"type":"string"}}') as unknown },
      }),
      { name: "none" },
      entry("text", { inputSchema: "text", annotations: { readOnlyHint: "yes" } }),
      entry("null", { inputSchema: { type: "null" } }),
      entry("deep", { inputSchema: deep }),
      entry("circle", { inputSchema: { type: "object", $ref: "#" } }),
    ],
  });
  expect(executors.map(({ name }) => name)).toEqual(["__proto__", "circle", "deep", "none", "one", "text"]);
  expect(executors.find(({ name }) => name === "one")?.spec.description).toBe("first");
  expect(executors.find(({ name }) => name === "text")?.parallel({})).toBe(false);
  expect(servers.offered().dropped.map(({ name, reason }) => [name, reason])).toEqual([
    ["one", "the server lists this name more than once; the first one counts"],
    ["", "entry 3 of the server's list has no name"],
    ["", "entry 4 of the server's list has no name"],
    ["null", "the schema only accepts null; tools take an object"],
  ]);
  for (const name of ["__proto__", "none", "circle"])
    expect(textOf(await call(executors, name, { x: 1 }))).toBe('{"x":1}');
});

test("Results that are no results become ones: nothing a server answers breaks a call.", async () => {
  const answers: Readonly<Record<string, unknown>> = {
    empty: {},
    text: { content: "text" },
    nulls: { content: [null, 1, { type: "text" }, { type: "image" }, { type: "text", text: "ok" }] },
    proto: JSON.parse('{"content":[{"type":"text","text":"p"}],"__proto__":{"isError":true}}') as unknown,
  };
  const acts = Object.fromEntries(Object.entries(answers).map(([name, result]) => [name, { result }]));
  const { executors } = await connected({ tools: Object.keys(answers).map((name) => entry(name)), acts });
  expect(textOf(await call(executors, "empty"))).toBe("");
  expect(textOf(await call(executors, "text"))).toBe("");
  expect(textOf(await call(executors, "nulls"))).toBe('{"type":"text"}\n{"type":"image"}\nok');
  expect((await call(executors, "proto")).output.success).toBe(true);
});

test("A call carries its own id and the session's, and a token for progress.", async () => {
  const host = await testHost({
    mcpServers: { m: hostile({ tools: [entry("meta")], acts: { meta: { meta: true } } }) },
    mode: "direct",
    pool: { processes: 1 },
  });
  const step = await host.openSession().step();
  const { content } = await step.call({ callId: "call-7", namespace: "mcp__m", name: "meta" });
  const [, item] = content;
  const meta = JSON.parse(item?.type === "text" ? item.text : "") as Record<string, unknown>;
  expect(meta).toEqual({
    callId: "call-7",
    sessionId: expect.stringMatching(/^\d+$/u) as unknown,
    progressToken: "number",
  });
});

test("The client announces what it can do and no more: elicitation of both kinds and roots, but no sampling.", async () => {
  const { executors } = await connected(
    {
      tools: [entry("capabilities"), entry("roots"), entry("sample")],
      acts: { roots: { ask: "roots/list" }, sample: { ask: "sampling/createMessage" } },
    },
    {},
    { roots: ["/tmp/some folder"] },
  );
  expect(JSON.parse(textOf(await call(executors, "capabilities")))).toEqual({
    elicitation: { form: {}, url: {} },
    roots: {},
  });
  expect(JSON.parse(textOf(await call(executors, "roots")))).toEqual({
    roots: [{ uri: "file:///tmp/some%20folder", name: "some folder" }],
  });
  expect(textOf(await call(executors, "sample"))).toContain("Method not found");
});

test("Settings of a server and of single tools reach its executors.", async () => {
  const { executors } = await connected(
    { tools: [entry("a"), entry("b", { annotations: { readOnlyHint: true } }), entry("constructor")] },
    {
      supportsParallelToolCalls: true,
      defaultToolsApprovalMode: "writes",
      outputTokenLimit: 500,
      tools: { b: { approvalMode: "prompt", outputTokenLimit: 50 } },
    },
  );
  expect(
    executors.map(({ name, parallel, approval, maxOutputTokens }) => [name, parallel({}), approval, maxOutputTokens]),
  ).toEqual([
    ["a", true, { owner: "m", mode: "writes" }, 500],
    ["b", true, { owner: "m", mode: "prompt" }, 50],
    ["constructor", true, { owner: "m", mode: "writes" }, 500],
  ]);
});

const FORM = {
  message: "Who are you?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 2, title: "Name" },
      age: { type: "integer", minimum: 0 },
      sure: { type: "boolean", default: true },
      colour: { type: "string", enum: ["r", "g"], enumNames: ["red", "green"] },
      days: {
        type: "array",
        minItems: 1,
        items: {
          anyOf: [
            { const: "mo", title: "Monday" },
            { const: "tu", title: "Tuesday" },
          ],
        },
      },
    },
    required: ["name"],
  },
};

async function elicited(
  params: unknown,
  elicit?: Elicit,
  policy?: "never",
): Promise<{ readonly answer: unknown; readonly events: readonly HostEvent[] }> {
  const events: HostEvent[] = [];
  const approvals = { ...(elicit === undefined ? {} : { elicit }), ...(policy === undefined ? {} : { policy }) };
  const { executors } = await connected(
    { tools: [entry("ask")], acts: { ask: { elicit: params } } },
    { toolTimeoutSec: 0.4 },
    { approvals, events: () => (event) => events.push(event) },
  );
  const answer: unknown = JSON.parse(textOf(await call(executors, "ask")));
  return { answer, events: events.filter(({ type }) => type === "server/elicitation") };
}

test("A server's form reaches whoever answers, field by field, and the answer the server; the call's time stands still.", async () => {
  const asked: Elicitation[] = [];
  const content = { name: "Ann", age: 3, colour: "g", days: ["tu"] };
  const { answer, events } = await elicited(FORM, async (request) => {
    asked.push(request);
    // Longer than the call may take.
    await new Promise((resolve) => setTimeout(resolve, 700));
    return { action: "accept", content: { ...content, more: "is not passed on" } };
  });
  expect(answer).toEqual({ action: "accept", content });
  expect(asked).toEqual([
    {
      kind: "form",
      server: "m",
      message: "Who are you?",
      fields: [
        { kind: "string", minLength: 2, name: "name", title: "Name", required: true },
        { kind: "integer", minimum: 0, name: "age", required: false },
        { kind: "boolean", default: true, name: "sure", required: false },
        {
          kind: "choice",
          options: [
            { value: "r", label: "red" },
            { value: "g", label: "green" },
          ],
          name: "colour",
          required: false,
        },
        {
          kind: "choices",
          options: [
            { value: "mo", label: "Monday" },
            { value: "tu", label: "Tuesday" },
          ],
          minItems: 1,
          name: "days",
          required: false,
        },
      ],
    },
  ]);
  expect(events).toMatchObject([{ server: "m", kind: "form", action: "accept" }]);
});

test("Without anybody to ask, and under the policy never, a question is declined; a bad answer cancels and is told.", async () => {
  expect((await elicited(FORM)).answer).toEqual({ action: "decline" });
  const accept: Elicit = async () => ({ action: "accept", content: { name: "Ann" } });
  expect((await elicited(FORM, accept, "never")).answer).toEqual({ action: "decline" });
  const bad = await elicited(FORM, async () => ({ action: "accept", content: { name: "A" } }));
  expect(bad.answer).toEqual({ action: "cancel" });
  expect(bad.events).toMatchObject([{ action: "cancel", detail: "name must be at least 2 characters long" }]);
  const thrown = await elicited(FORM, () => Promise.reject(new Error("no terminal")));
  expect([thrown.answer, thrown.events]).toMatchObject([{ action: "cancel" }, [{ detail: "no terminal" }]]);
});

test("An address to go to is a question of its own; one that is no web address is refused.", async () => {
  const url = { mode: "url", message: "Log in", url: "https://example.com/login", elicitationId: "1" };
  const accepted = await elicited(url, async (request) => ({ action: request.kind === "url" ? "accept" : "cancel" }));
  expect(accepted.answer).toEqual({ action: "accept" });
  const refused = await elicited({ ...url, url: "file:///etc/passwd" }, async () => ({ action: "accept" }));
  expect(refused.answer).toMatchObject({ error: { code: -32602 } });
});

test("A server's messages become events.", async () => {
  const seen: HostEvent[] = [];
  const host = await testHost({
    mcpServers: {
      m: hostile({
        capabilities: { tools: {}, logging: {} },
        tools: [entry("log")],
        acts: { log: { log: { level: "warning", logger: "disk", data: { full: true } } } },
      }),
    },
    onEvent: (event) => seen.push(event),
    pool: { processes: 1 },
  });
  const outcome = await host.openSession().run("text(await tools.mcp__m__log({}))");
  expect(textsOf(outcome)).toEqual(['{"content":[{"type":"text","text":"logged"}]}']);
  expect(seen.filter(({ type }) => type === "server/log")).toMatchObject([
    { server: "m", level: "warning", logger: "disk", message: '{"full":true}' },
  ]);
});
