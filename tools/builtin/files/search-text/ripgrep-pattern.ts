import { contains, rangesOf, REPLACEMENT } from "../patterns/code-set.ts";
import type { CodeSet } from "../patterns/code-set.ts";
import type { PatternNode } from "../patterns/syntax.ts";

/** A character of whatever encoding, or up to three bytes that are none and are read as one character. */
const ANY_CHARACTER = "(?-u:[^\\n]{1,4})";

/**
 * A pattern for ripgrep that matches in every file in which the given one does, and maybe in more: what stands at the ends of
 * lines and words is not asked for, and sets that hold U+FFFD, for which any broken bytes may stand, take everything.
 * Characters are spelt out by their numbers, so that nothing depends on the Unicode tables of one version.
 */
export function ripgrepPattern(node: PatternNode): string {
  switch (node.type) {
    case "empty":
    case "assert":
      return "(?:)";
    case "set":
      return setPattern(node.set);
    case "concat":
      return `(?:${node.parts.map(ripgrepPattern).join("")})`;
    case "alternate":
      return `(?:${node.options.map(ripgrepPattern).join("|")})`;
    case "repeat":
      return `(?:${ripgrepPattern(node.node)}){${node.min},${node.max === Infinity ? "" : node.max}}`;
  }
}

function setPattern(set: CodeSet): string {
  if (contains(set, REPLACEMENT)) return ANY_CHARACTER;
  // The form in which it sees the texts to look for before all else.
  if (set.length === 2 && set[0] === set[1]) return code(set[0] ?? 0);
  const ranges = rangesOf(set).flatMap(([first, last]) => withoutSurrogates(first, last));
  return `[${ranges.map(([first, last]) => `${code(first)}-${code(last)}`).join("")}]`;
}

/** Halves of surrogate pairs are no characters, and never in a text that was decoded. */
function withoutSurrogates(first: number, last: number): readonly (readonly [number, number])[] {
  if (last < 0xd800 || first > 0xdfff) return [[first, last]];
  const before = first < 0xd800 ? [[first, 0xd7ff] as const] : [];
  return last > 0xdfff ? [...before, [0xe000, last]] : before;
}

function code(value: number): string {
  return `\\x{${value.toString(16)}}`;
}
