import { BYTES_PER_TOKEN, countCharacters, countLines, headEnd, tailStart } from "./text-size.ts";

/** How much of a text may stay, and so in what unit the text says what is missing. */
export type TextBudget = { readonly maxTokens: number } | { readonly maxBytes: number };

/** The bytes a budget allows; what is no number from 0 allows nothing. */
export function budgetBytes(budget: TextBudget): number {
  const bytes = "maxTokens" in budget ? Math.floor(budget.maxTokens) * BYTES_PER_TOKEN : Math.floor(budget.maxBytes);
  return bytes > 0 ? bytes : 0;
}

/**
 * Cuts the middle out of a text that has more UTF-8 bytes than its budget allows, and says there how much is missing. A
 * text that fits is returned as it is. Head and tail together never exceed the budget and end between whole
 * characters; the marker is not counted. Linear in the length of the text.
 */
export function cutMiddle(text: string, budget: TextBudget): string {
  const maxBytes = budgetBytes(budget);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const headBytes = Math.floor(maxBytes / 2);
  const end = headEnd(text, headBytes);
  const start = tailStart(text, maxBytes - headBytes);
  const marker =
    "maxTokens" in budget
      ? `…${Math.ceil((bytes - maxBytes) / BYTES_PER_TOKEN)} tokens truncated…`
      : `…${countCharacters(text, end, start)} chars truncated…`;
  return text.slice(0, end) + marker + text.slice(start);
}

/**
 * The text as a model gets it: unchanged where it fits, else a warning, what the whole was like, and the text without
 * its middle (see {@link cutMiddle}). The warning is not counted.
 *
 * @param options `maxTokens` is the budget (`maxBytes` for models that are given bytes); `notice` stands instead of the
 * line count, and `originalBytes` is the size to report, where part of the text was lost before
 */
export function truncateMiddle(
  text: string,
  options: TextBudget & { readonly notice?: string; readonly originalBytes?: number },
): string {
  const cut = cutMiddle(text, options);
  if (cut === text && options.notice === undefined) return text;
  const tokens = Math.ceil((options.originalBytes ?? Buffer.byteLength(text)) / BYTES_PER_TOKEN);
  const notice = options.notice ?? `Total output lines: ${countLines(text)}`;
  return `Warning: truncated output (original token count: ${tokens})\n${notice}\n\n${cut}`;
}
