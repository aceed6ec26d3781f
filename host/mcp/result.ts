import type { ContentItem, ToolResult } from "../../tools/index.ts";

type Block = Readonly<Record<string, unknown>>;

/**
 * A server's answer to `tools/call` as a tool's result. A script gets the raw object, of which only the three fields that
 * MCP defines are kept; a model gets its structured content if there is any, else an item for each block.
 */
export function mcpResult(raw: Readonly<Record<string, unknown>>): ToolResult {
  const { structuredContent, isError } = raw;
  const content: readonly Block[] = Array.isArray(raw["content"]) ? raw["content"] : [];
  const value = {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
  };
  const items = structuredContent == null ? content.flatMap(toItems) : [textItem(JSON.stringify(structuredContent))];
  return { value, output: { content: items, success: isError !== true } };
}

/** The result of a call that got no answer, or an error for one: it resolves, as a tool's own errors do. */
export function mcpFailure(server: string, tool: string, reason: string): ToolResult {
  const text = `tool call error: tool call failed for \`${server}/${tool}\`\n\nCaused by:\n    ${reason}`;
  return mcpResult({ content: [{ type: "text", text }], isError: true });
}

function toItems(block: Block): ContentItem[] {
  const { type, text, data, mimeType } = block;
  if (type === "text" && typeof text === "string") return text === "" ? [] : [textItem(text)];
  if (type === "image" && typeof data === "string")
    return [{ type: "image", imageUrl: dataUrl(mimeType, data), detail: "high" }];
  if (type === "audio" && typeof data === "string") return [{ type: "audio", audioUrl: dataUrl(mimeType, data) }];
  return [textItem(JSON.stringify(block))];
}

function textItem(text: string): ContentItem {
  return { type: "text", text };
}

function dataUrl(mimeType: unknown, base64: string): string {
  return `data:${typeof mimeType === "string" ? mimeType : "application/octet-stream"};base64,${base64}`;
}
