import { describe, expect, test } from "vitest";
import { CallTimeout } from "../../../host/mcp/calls/call-clock.ts";
import { callFailure, TransportClosed } from "../../../host/mcp/calls/call-failure.ts";
import { failureText, mcpFailure, mcpResult } from "../../../host/mcp/calls/result.ts";
import type { ContentItem } from "../../../tools/index.ts";
import { specCases } from "../tools/spec-cases.ts";

const text = (value: string): { readonly type: "text"; readonly text: string } => ({ type: "text", text: value });
const HEADER = text("Wall time: 1.2346 seconds\nOutput:");
const WALL_MS = 1234.56;

test.each([
  ["no content", { content: [] }, [], true],
  ["two texts", { content: [text("a"), text("b")] }, [text("a"), text("b")], true],
  ["an empty text", { content: [text(""), text("b")] }, [text("b")], true],
  ["structured content that is null", { content: [text("t")], structuredContent: null }, [text("t")], true],
  [
    "a link",
    { content: [{ type: "resource_link", uri: "file:///x", name: "x" }] },
    [text('{"type":"resource_link","uri":"file:///x","name":"x"}')],
    true,
  ],
  ["an unknown block", { content: [{ type: "hologram", x: 1 }] }, [text('{"type":"hologram","x":1}')], true],
  ["what is no block", { content: [null, 5, [text("x")], text("y")] }, [text("y")], true],
  ["no content at all", {}, [], true],
])("A model reads %s as items behind the time.", (_, raw, content, success) => {
  expect(mcpResult(raw, WALL_MS).output).toEqual({ content: [HEADER, ...content], success });
});

test("Structured content is one text with the time, also for errors; its own order of keys stays.", () => {
  const raw = { content: [text("bad")], structuredContent: { e: 1, a: [2] }, isError: true };
  expect(mcpResult(raw, 0).output).toEqual({
    content: [text('Wall time: 0.0000 seconds\nOutput:\n{"e":1,"a":[2]}')],
    success: false,
  });
});

test("What is no text stands behind structured content: nothing but the text version of it is left out.", () => {
  const link = { type: "resource_link", uri: "file:///x", name: "x" };
  const image = { type: "image", data: "AAAA", mimeType: "image/png" };
  const audio = { type: "audio", data: "BBBB", mimeType: "audio/wav" };
  const raw = { content: [text("{}"), image, audio, link], structuredContent: {} };
  expect(mcpResult(raw, 0).output.content).toEqual([
    text("Wall time: 0.0000 seconds\nOutput:\n{}"),
    { type: "image", imageUrl: "data:image/png;base64,AAAA", detail: "high" },
    { type: "audio", audioUrl: "data:audio/wav;base64,BBBB" },
    text(JSON.stringify(link)),
  ]);
  expect(mcpResult(raw, 0).value).toEqual(raw);
});

test("A script sees an error mark only where the server sent one, and no other fields.", () => {
  expect(mcpResult({ content: [], isError: false, _meta: {}, other: 1 }, 0).value).toEqual({
    content: [],
    isError: false,
  });
  expect(mcpResult({ content: [] }, 0).value).toEqual({ content: [] });
  expect(mcpResult({ content: [], structuredContent: null }, 0).value).toEqual({
    content: [],
    structuredContent: null,
  });
});

test("A failure reads as models know it.", () => {
  expect(mcpFailure(failureText("m", "slow", "Transport closed"), 0).value).toEqual({
    content: [text("tool call error: tool call failed for `m/slow`\n\nCaused by:\n    Transport closed")],
    isError: true,
  });
});

function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(`MCP error ${code}: ${message}`), { code, data });
}

test.each([
  [rpcError(-32000, "went wrong"), "Mcp error: -32000: went wrong"],
  [rpcError(-32000, "went wrong", { x: 1 }), 'Mcp error: -32000: went wrong({"x":1})'],
  [rpcError(-32602, "bad params"), "Mcp error: -32602: bad params"],
  [rpcError(-32001, "my own"), "Mcp error: -32001: my own"],
  [new CallTimeout("timed out awaiting tools/call after 500ms"), "timed out awaiting tools/call after 500ms"],
  [new TransportClosed("Transport closed"), "Transport closed"],
  [new Error("write EPIPE"), "write EPIPE"],
  ["no error", "no error"],
])("%s is told as: %s", (error, expected) => {
  expect(callFailure(error)).toBe(expected);
});

interface Input {
  readonly content?: readonly object[];
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}
interface Expected {
  readonly body?: string | readonly { readonly text?: string; readonly image_url?: string; readonly detail?: string }[];
}

describe("The reference's results", () => {
  const cases = specCases<Input, Expected>("mcp-result-cases.json");
  const answers = cases.filter(({ input }) => input.content !== undefined);
  const errors = cases.filter(({ input }) => input.error !== undefined);

  test("are all replayed, here or with a real server", () => {
    const others = cases.filter((one) => !answers.includes(one) && !errors.includes(one)).map(({ id }) => id);
    expect(others.filter((id) => !/^mcp_result\/config(?:_error)?:/u.test(id))).toEqual([]);
    expect(answers.length + errors.length).toBeGreaterThan(10);
  });

  test.each(answers)("$id", ({ input, expected }) => {
    const { output } = mcpResult({ ...input }, 1000);
    expect(shown(output.content, typeof expected.body === "string")).toEqual(expected.body);
  });

  test.each(errors)("$id", ({ id, input, expected }) => {
    const { code = 0, message = "", data } = input.error ?? {};
    const reason = callFailure(rpcError(code, message, data));
    const { output } = mcpFailure(failureText("m", id.replace("mcp_result/", ""), reason), 1000);
    expect(shown(output.content, false)).toEqual(expected.body);
  });
});

/** Items as the reference sends them: one string, or a list. */
function shown(content: readonly ContentItem[], asText: boolean): unknown {
  const items = content.map((item) => {
    if (item.type === "text") return { type: "input_text", text: item.text.replace("1.0000", "<t>") };
    return item.type === "image" ? { type: "input_image", image_url: item.imageUrl, detail: item.detail } : item;
  });
  return asText && items.length === 1 ? (items[0] as { text: string }).text : items;
}
