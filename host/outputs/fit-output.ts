import { truncateContent, truncateItems } from "../../tools/index.ts";
import type { ContentItem, ToolOutput, UncutText } from "../../tools/index.ts";
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
  const { content, success, uncut } = output;
  const fitted =
    maxTokens === Number.POSITIVE_INFINITY
      ? content
      : truncateItems(content, { maxTokens: Math.floor(maxTokens * HISTORY_FACTOR) });
  const isWhole = fitted === content || sameTexts(fitted, content);
  if (isWhole && uncut === undefined) return output;
  const note = noteFor(uncut ?? wholeOf(content), store);
  const shown = isWhole ? content : fitted;
  return { content: note === null ? shown : [...shown, note], success };
}

/** Content of a script cut to a budget as `exec` cuts it, with a note where there is a store. */
export function fitContent(
  items: readonly ContentItem[],
  maxTokens: number,
  store: OutputStore | null,
): readonly ContentItem[] {
  const content = truncateContent(items, { maxTokens });
  const note = content === items || sameTexts(content, items) ? null : noteFor(wholeOf(items), store);
  return note === null ? content : [...content, note];
}

function wholeOf(content: readonly ContentItem[]): UncutText {
  const texts = content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return { text: texts.join("\n"), omittedBytes: 0 };
}

function noteFor({ text, omittedBytes }: UncutText, store: OutputStore | null): ContentItem | null {
  const handle = store?.keep(text) ?? null;
  if (handle === null) return null;
  const bytes = Buffer.byteLength(text);
  const what =
    omittedBytes === 0 ? `The whole output has ${bytes} bytes` : `All that was kept of the output has ${bytes} bytes`;
  return { type: "text", text: `[${what}: read_output({"handle":"${handle}"})]` };
}

/** Empty texts vanish without anything being lost. */
function sameTexts(cut: readonly ContentItem[], whole: readonly ContentItem[]): boolean {
  const kept = whole.filter((item) => item.type !== "text" || item.text !== "");
  return cut.length === kept.length && cut.every((item, index) => item === kept[index]);
}
