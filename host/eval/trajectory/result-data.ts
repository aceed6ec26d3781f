import { approximateTokens, isJsonObject, own } from "../../../tools/index.ts";
import { parseJson } from "../matchers/json-value.ts";

/** What there is to say about the result of a call. */
export interface ResultData {
  readonly data: unknown;
  /** Tokens of what a model reads of it. */
  readonly tokens: number;
  /** Whether it says itself that it failed. */
  readonly failed: boolean;
  readonly text: string;
}

/**
 * The data in a tool's result. Of one in MCP's form, that is the structured content, else its texts; a text that holds JSON
 * counts as that JSON.
 */
export function resultData(value: unknown): ResultData {
  if (isJsonObject(value) && Array.isArray(own(value, "content"))) {
    const content = own(value, "content") as readonly unknown[];
    // Both spellings are in use: MCP's own, and that of hosts which rename fields.
    const structured = own(value, "structuredContent") ?? own(value, "structured_content") ?? null;
    const failed = own(value, "isError") === true || own(value, "is_error") === true;
    const text = content.map(textOf).join("\n");
    if (structured === null) return { data: dataIn(text), tokens: approximateTokens(text), failed, text };
    return { data: structured, tokens: approximateTokens(JSON.stringify(structured)), failed, text };
  }
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return {
    data: typeof value === "string" ? dataIn(value) : value,
    tokens: approximateTokens(text),
    failed: false,
    text,
  };
}

function textOf(block: unknown): string {
  const text = isJsonObject(block) ? own(block, "text") : undefined;
  return typeof text === "string" ? text : JSON.stringify(block);
}

/** Objects and lists only: a text such as `12` may be meant as a text. */
function dataIn(text: string): unknown {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return text;
  const parsed = parseJson(text);
  return "value" in parsed ? parsed.value : text;
}
