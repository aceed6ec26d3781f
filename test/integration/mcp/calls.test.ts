import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMcpServers } from "../../../host/mcp/connections.ts";
import type { McpConnections } from "../../../host/mcp/connections.ts";
import type { ToolProgress } from "../../../tools/index.ts";
import { PNG } from "../../fixtures/mcp-server/tools.ts";
import { call, fixture } from "./fixture.ts";

let connections: McpConnections;

beforeAll(async () => {
  connections = await connectMcpServers({ fix: fixture() }, { callMs: 400 });
});
afterAll(() => connections.close());

test("A script gets the fields that MCP defines, and blocks as the server sent them.", async () => {
  expect(await call(connections.executors, "echo", { text: "hello" })).toEqual({
    value: { content: [{ type: "text", text: "hello", annotations: { priority: 1 } }] },
    output: { content: [{ type: "text", text: "hello" }], success: true },
  });
});

test("An error of a tool's own resolves and is no success.", async () => {
  expect(await call(connections.executors, "fail")).toEqual({
    value: { content: [{ type: "text", text: "it failed" }], isError: true },
    output: { content: [{ type: "text", text: "it failed" }], success: false },
  });
});

test("A protocol error resolves as a result that says so, with code and data.", async () => {
  const text =
    'tool call error: tool call failed for `fix/throw`\n\nCaused by:\n    Mcp error: -32000: went wrong({"x":1})';
  expect(await call(connections.executors, "throw")).toEqual({
    value: { content: [{ type: "text", text }], isError: true },
    output: { content: [{ type: "text", text }], success: false },
  });
});

test("Images and sounds become items with data URLs.", async () => {
  const image = await call(connections.executors, "image");
  expect(image.output.content).toEqual([
    { type: "text", text: "a dot" },
    { type: "image", imageUrl: `data:image/png;base64,${PNG}`, detail: "high" },
  ]);
  const audio = await call(connections.executors, "audio");
  expect(audio.output.content).toEqual([{ type: "audio", audioUrl: "data:audio/wav;base64,AAAA" }]);
});

test("Structured content is what a model reads; a script gets all of it.", async () => {
  expect(await call(connections.executors, "structured")).toEqual({
    value: { content: [{ type: "text", text: "ignored" }], structuredContent: { count: 2, a: "b" } },
    output: { content: [{ type: "text", text: '{"count":2,"a":"b"}' }], success: true },
  });
});

test("Progress is passed on and gives a call more time.", async () => {
  const seen: ToolProgress[] = [];
  const result = await call(
    connections.executors,
    "slow",
    { steps: 4, everyMs: 200 },
    { onProgress: (progress) => seen.push(progress) },
  );
  expect(result.output).toEqual({ content: [{ type: "text", text: "done" }], success: true });
  expect(seen).toEqual([1, 2, 3, 4].map((progress) => ({ progress, total: 4, message: `step ${progress}` })));
});

test("A call that takes too long resolves as a result that says so.", async () => {
  const { value } = await call(connections.executors, "slow", { steps: 1, everyMs: 2000 });
  const text =
    "tool call error: tool call failed for `fix/slow`\n\nCaused by:\n    timed out awaiting tools/call after 400ms";
  expect(value).toEqual({ content: [{ type: "text", text }], isError: true });
});

test("An aborted call rejects with the signal's reason, and the server is told.", async () => {
  const before = Number(((await call(connections.executors, "cancelled")).output.content[0] as { text: string }).text);
  const abort = new AbortController();
  const reason = new Error("not needed any more");
  const calling = call(
    connections.executors,
    "slow",
    { steps: 50, everyMs: 50 },
    { signal: abort.signal, onProgress: () => abort.abort(reason) },
  );
  await expect(calling).rejects.toBe(reason);
  // The server answers in order, so it has read the cancellation by now.
  const after = await call(connections.executors, "cancelled");
  expect(after.output.content).toEqual([{ type: "text", text: String(before + 1) }]);
});

test("Aborting a signal after its calls have ended tells the server nothing, and leaves no listener.", async () => {
  const abort = new AbortController();
  for (let index = 0; index < 20; index++)
    await call(connections.executors, "echo", { text: "x" }, { signal: abort.signal });
  const { getEventListeners } = await import("node:events");
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
});

test("Many calls are under way at once.", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
  const results = await Promise.all(texts.map((text) => call(connections.executors, "echo", { text })));
  expect(results.map(({ output }) => output.content)).toEqual(texts.map((text) => [{ type: "text", text }]));
});

test("A result of 20 MB arrives whole.", async () => {
  const slow = await connectMcpServers({ fix: fixture() });
  try {
    const { output } = await call(slow.executors, "big", { length: 20_000_000 });
    expect((output.content[0] as { text: string }).text.length).toBe(20_000_000);
  } finally {
    await slow.close();
  }
});
