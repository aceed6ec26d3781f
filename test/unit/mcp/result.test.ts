import { expect, test } from "vitest";
import { callFailure } from "../../../host/mcp/call-failure.ts";
import { mcpFailure, mcpResult } from "../../../host/mcp/result.ts";

const text = (value: string): object => ({ type: "text", text: value });

test.each([
  ["no content", { content: [] }, [], true],
  ["two texts", { content: [text("a"), text("b")] }, [text("a"), text("b")], true],
  ["an empty text", { content: [text(""), text("b")] }, [text("b")], true],
  ["structured content that is null", { content: [text("t")], structuredContent: null }, [text("t")], true],
  [
    "structured content with an error",
    { content: [text("bad")], structuredContent: { e: 1 }, isError: true },
    [text('{"e":1}')],
    false,
  ],
  [
    "a link",
    { content: [{ type: "resource_link", uri: "file:///x", name: "x" }] },
    [text('{"type":"resource_link","uri":"file:///x","name":"x"}')],
    true,
  ],
  ["an unknown block", { content: [{ type: "hologram", x: 1 }] }, [text('{"type":"hologram","x":1}')], true],
  ["no content at all", {}, [], true],
])("A model reads %s as items.", (_, raw, content, success) => {
  expect(mcpResult(raw).output).toEqual({ content, success });
});

test("A script sees an error mark only where the server sent one, and no other fields.", () => {
  expect(mcpResult({ content: [], isError: false, _meta: {}, other: 1 }).value).toEqual({
    content: [],
    isError: false,
  });
  expect(mcpResult({ content: [] }).value).toEqual({ content: [] });
  expect(mcpResult({ content: [], structuredContent: null }).value).toEqual({ content: [], structuredContent: null });
});

test("A failure reads as models know it.", () => {
  expect(mcpFailure("m", "slow", "Transport closed").value).toEqual({
    content: [text("tool call error: tool call failed for `m/slow`\n\nCaused by:\n    Transport closed")],
    isError: true,
  });
});

function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(`MCP error ${code}: ${message}`), { code, data });
}

test.each([
  [rpcError(-32000, "went wrong"), false, "Mcp error: -32000: went wrong"],
  [rpcError(-32000, "went wrong", { x: 1 }), false, 'Mcp error: -32000: went wrong({"x":1})'],
  [rpcError(-32602, "bad params"), false, "Mcp error: -32602: bad params"],
  [rpcError(-32001, "Request timed out", { timeout: 500 }), false, "timed out awaiting tools/call after 500ms"],
  [rpcError(-32001, "my own"), false, "Mcp error: -32001: my own"],
  [rpcError(-32000, "Connection closed"), true, "Transport closed"],
  [new Error("write EPIPE"), false, "write EPIPE"],
])("%s (server gone: %s) is told as: %s", (error, closed, expected) => {
  expect(callFailure(error, closed, 500)).toBe(expected);
});

test("Long timeouts are told in seconds.", () => {
  expect(callFailure(rpcError(-32001, "Request timed out"), false, 300_000)).toBe(
    "timed out awaiting tools/call after 300s",
  );
});
