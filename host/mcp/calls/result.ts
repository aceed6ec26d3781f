import type { ContentItem, ToolOutput, ToolResult } from "../../../tools/index.ts";

type Block = Readonly<Record<string, unknown>>;

/**
 * A server's answer to `tools/call` as a tool's result. A script gets the raw object, of which only the three fields that
 * MCP defines are kept. A model gets the time it took, then the structured content if there is any (with whatever is no
 * text behind it), else an item for each block.
 *
 * @param wallMs milliseconds that the call took.
 */
export function mcpResult(raw: Readonly<Record<string, unknown>>, wallMs: number): ToolResult {
  const { structuredContent, isError } = raw;
  const content: readonly Block[] = Array.isArray(raw["content"]) ? raw["content"].filter(isBlock) : [];
  const value = {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
  };
  let items: readonly ContentItem[] | undefined;
  const output: ToolOutput = {
    success: isError !== true,
    // Made when somebody asks for it: most results of nested calls are never shown.
    get content() {
      return (items ??= itemsOf(content, structuredContent, wallMs));
    },
  };
  return { value, output };
}

/** The result of a call that got no answer, or an error for one: it resolves, as a tool's own errors do. */
export function mcpFailure(text: string, wallMs: number): ToolResult {
  return mcpResult({ content: [{ type: "text", text }], isError: true }, wallMs);
}

/** Why a call of a tool failed, as a text. */
export function failureText(server: string, tool: string, reason: string): string {
  return `tool call error: tool call failed for \`${server}/${tool}\`\n\nCaused by:\n    ${reason}`;
}

function itemsOf(content: readonly Block[], structured: unknown, wallMs: number): readonly ContentItem[] {
  const header = `Wall time: ${(wallMs / 1000).toFixed(4)} seconds\nOutput:`;
  if (structured === undefined || structured === null) return [textItem(header), ...content.flatMap(toItems)];
  // Texts beside structured content say the same for those who cannot read it; nothing else is there twice.
  const others = content.filter(({ type }) => type !== "text").flatMap(toItems);
  return [textItem(`${header}\n${JSON.stringify(structured)}`), ...others];
}

function toItems(block: Block): ContentItem[] {
  const { type, text, data, mimeType } = block;
  if (type === "text" && typeof text === "string") return text === "" ? [] : [textItem(text)];
  if (type === "image" && typeof data === "string")
    return [{ type: "image", imageUrl: dataUrl(mimeType, data), detail: "high" }];
  if (type === "audio" && typeof data === "string") return [{ type: "audio", audioUrl: dataUrl(mimeType, data) }];
  return [textItem(JSON.stringify(block))];
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textItem(text: string): ContentItem {
  return { type: "text", text };
}

function dataUrl(mimeType: unknown, base64: string): string {
  return `data:${typeof mimeType === "string" ? mimeType : "application/octet-stream"};base64,${base64}`;
}
