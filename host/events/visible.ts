/** Control and format characters (direction marks among them), line and paragraph separators, halves of a character. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A text as one line that shows all it holds: what a terminal would obey or hide becomes `\n`, `\u{1b}` and the like.
 * Longer than `max` UTF-16 units, it is cut, and the rest is counted.
 */
export function visible(text: string, max = 300): string {
  const shown = text.slice(0, max).replace(INVISIBLE, escape);
  return text.length > max ? `${shown}… (${text.length - max} more)` : shown;
}

function escape(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
