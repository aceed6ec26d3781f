import type { ContentItem } from "../contract/executor.ts";
import { budgetBytes, cutMiddle, truncateMiddle } from "./cut-middle.ts";
import type { TextBudget } from "./cut-middle.ts";
import { BYTES_PER_TOKEN } from "./text-size.ts";

/**
 * Cuts what a script emitted to a budget. Text alone that is too long, its items joined by line ends, becomes one item
 * with a warning in front (see {@link truncateMiddle}). Beside images or audio the budget is spent item by item (see
 * {@link truncateItems}).
 */
export function truncateContent(items: readonly ContentItem[], budget: TextBudget): readonly ContentItem[] {
  const texts: string[] = [];
  for (const item of items) {
    if (item.type !== "text") return truncateItems(items, budget);
    // Leading empty texts add no line.
    if (texts.length > 0 || item.text !== "") texts.push(item.text);
  }
  let bytes = Math.max(0, texts.length - 1);
  for (const text of texts) bytes += Buffer.byteLength(text);
  if (bytes <= budgetBytes(budget)) return items;
  return [{ type: "text", text: truncateMiddle(texts.join("\n"), budget) }];
}

/**
 * Spends a budget item by item, in order. The first text that does not fit is cut to what is left and uses it up; texts
 * after it are dropped and counted at the end. Empty texts vanish, images are free, audio costs as much as its URL
 * were text, and is dropped and counted where it does not fit.
 */
export function truncateItems(items: readonly ContentItem[], budget: TextBudget): readonly ContentItem[] {
  const inTokens = "maxTokens" in budget;
  const perUnit = inTokens ? BYTES_PER_TOKEN : 1;
  let left = budgetBytes(budget) / perUnit;
  const kept: ContentItem[] = [];
  const omitted = { text: 0, audio: 0 };
  for (const item of items) {
    if (item.type === "image") {
      kept.push(item);
      continue;
    }
    const content = item.type === "text" ? item.text : item.audioUrl;
    if (content === "") continue;
    const cost = Math.ceil(Buffer.byteLength(content) / perUnit);
    if (cost <= left) {
      kept.push(item);
      left -= cost;
    } else if (item.type === "text" && left > 0) {
      kept.push({ type: "text", text: cutMiddle(content, inTokens ? { maxTokens: left } : { maxBytes: left }) });
      left = 0;
    } else {
      omitted[item.type]++;
    }
  }
  for (const kind of ["text", "audio"] as const) {
    if (omitted[kind] > 0) kept.push({ type: "text", text: `[omitted ${omitted[kind]} ${kind} items ...]` });
  }
  return kept;
}
