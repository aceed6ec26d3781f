import { afterAll, beforeAll, expect, test } from "vitest";
import type { ToolProgress } from "../../../tools/index.ts";
import { PNG } from "../../fixtures/mcp-server/tools.ts";
import { call, connect, fixture, textOf, untimed } from "./fixture.ts";
import type { Connected } from "./fixture.ts";

let connections: Connected;
const HEADER = { type: "text", text: "Wall time: <t> seconds\nOutput:" } as const;

beforeAll(async () => {
  connections = await connect({ fix: { ...fixture(), toolTimeoutSec: 3, idleTimeoutSec: 0.4 } });
});
afterAll(() => connections.close());

test("A script gets the fields that MCP defines, and blocks as the server sent them.", async () => {
  expect(untimed(await call(connections.executors, "echo", { text: "hello" }))).toEqual({
    value: { content: [{ type: "text", text: "hello", annotations: { priority: 1 } }] },
    output: { content: [HEADER, { type: "text", text: "hello" }], success: true },
  });
});

test("An error of a tool's own resolves and is no success.", async () => {
  expect(untimed(await call(connections.executors, "fail"))).toEqual({
    value: { content: [{ type: "text", text: "it failed" }], isError: true },
    output: { content: [HEADER, { type: "text", text: "it failed" }], success: false },
  });
});

test("A protocol error resolves as a result that says so, with code and data.", async () => {
  const text =
    'tool call error: tool call failed for `fix/throw`\n\nCaused by:\n    Mcp error: -32000: went wrong({"x":1})';
  expect(untimed(await call(connections.executors, "throw"))).toEqual({
    value: { content: [{ type: "text", text }], isError: true },
    output: { content: [HEADER, { type: "text", text }], success: false },
  });
});

test("Images and sounds become items with data URLs.", async () => {
  const image = await call(connections.executors, "image");
  expect(untimed(image).output.content).toEqual([
    HEADER,
    { type: "text", text: "a dot" },
    { type: "image", imageUrl: `data:image/png;base64,${PNG}`, detail: "high" },
  ]);
  const audio = await call(connections.executors, "audio");
  expect(untimed(audio).output.content).toEqual([HEADER, { type: "audio", audioUrl: "data:audio/wav;base64,AAAA" }]);
});

test("Structured content is what a model reads; a script gets all of it.", async () => {
  expect(untimed(await call(connections.executors, "structured"))).toEqual({
    value: { content: [{ type: "text", text: "ignored" }], structuredContent: { count: 2, a: "b" } },
    output: { content: [{ type: "text", text: `${HEADER.text}\n{"count":2,"a":"b"}` }], success: true },
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
  expect(textOf(result)).toBe("done");
  expect(seen).toEqual([1, 2, 3, 4].map((progress) => ({ progress, total: 4, message: `step ${progress}` })));
});

test("A call that takes too long resolves as a result that says so.", async () => {
  const { value } = await call(connections.executors, "slow", { steps: 1, everyMs: 2000 });
  const text =
    "tool call error: tool call failed for `fix/slow`\n\nCaused by:\n    timed out awaiting tools/call after 400ms without progress";
  expect(value).toEqual({ content: [{ type: "text", text }], isError: true });
});

test("An aborted call rejects with the signal's reason, and the server is told.", async () => {
  const before = Number(textOf(await call(connections.executors, "cancelled")));
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
  expect(Number(textOf(after))).toBe(before + 1);
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
  expect(results.map(textOf)).toEqual(texts);
});

test("A result of 100 MB arrives whole.", async () => {
  const slow = await connect({ fix: fixture() });
  try {
    expect(textOf(await call(slow.executors, "big", { length: 100_000_000 })).length).toBe(100_000_000);
  } finally {
    await slow.close();
  }
});
