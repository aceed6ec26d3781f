import { truncateContent, truncateItems } from "../../tools/index.ts";
import type { ContentItem, ToolOutput } from "../../tools/index.ts";
import type { OutputStore } from "./output-store.ts";

/** Tokens of an output that a model is given when its tool says nothing else. */
const DEFAULT_OUTPUT_TOKENS = 10_000;
/** An output may exceed its budget by a fifth before it is cut: what tools say of themselves is a target. */
const HISTORY_FACTOR = 1.2;

/**
 * Cuts an output to what its tool may give, once. What was cut is kept where there is a store, and a note names its
 * handle.
 */
export function fitOutput(
  output: ToolOutput,
  maxTokens: number = DEFAULT_OUTPUT_TOKENS,
  store: OutputStore | null = null,
): ToolOutput {
  if (maxTokens === Number.POSITIVE_INFINITY) return output;
  const content = truncateItems(output.content, { maxTokens: Math.floor(maxTokens * HISTORY_FACTOR) });
  if (sameTexts(content, output.content)) return output;
  const note = noteFor(output.content, store);
  return { content: note === null ? content : [...content, note], success: output.success };
}

/** Content of a script cut to a budget as `exec` cuts it, with a note where there is a store. */
export function fitContent(
  items: readonly ContentItem[],
  maxTokens: number,
  store: OutputStore | null,
): readonly ContentItem[] {
  const content = truncateContent(items, { maxTokens });
  const note = content === items || sameTexts(content, items) ? null : noteFor(items, store);
  return note === null ? content : [...content, note];
}

function noteFor(whole: readonly ContentItem[], store: OutputStore | null): ContentItem | null {
  const text = whole.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n");
  const handle = store?.keep(text) ?? null;
  if (handle === null) return null;
  return {
    type: "text",
    text: `[The whole output has ${Buffer.byteLength(text)} bytes: read_output({"handle":"${handle}"})]`,
  };
}

/** Empty texts vanish without anything being lost. */
function sameTexts(cut: readonly ContentItem[], whole: readonly ContentItem[]): boolean {
  const kept = whole.filter((item) => item.type !== "text" || item.text !== "");
  return cut.length === kept.length && cut.every((item, index) => item === kept[index]);
}
