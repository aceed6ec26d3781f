import { foldSet } from "./case-folding.ts";
import { negate, REPLACEMENT, setOf, single, union } from "./code-set.ts";
import type { CodeSet } from "./code-set.ts";
import { classEscape, readEscape } from "./parse-escape.ts";
import { PatternError } from "./syntax.ts";

/** Reads a class like `[^a-z_]` that begins at `at`. Gives the set and where it ends. */
export function parseClass(
  pattern: string,
  at: number,
  ignoreCase: boolean,
): { readonly set: CodeSet; readonly end: number } {
  // Before the negation: what is not `x` is not `X` either.
  const folded = (set: CodeSet): CodeSet => (ignoreCase ? foldSet(set) : set);
  let next = at + 1;
  const negated = pattern[next] === "^";
  if (negated) next++;
  const sets: CodeSet[] = [];
  for (let first = true; ; first = false) {
    const char = pattern[next];
    if (char === undefined) throw new PatternError("a `[` has no `]`; write `\\[` for the character itself");
    if (char === "]") {
      if (first) throw new PatternError("`[]` and `[^]` are not supported; write `\\]` for the character itself");
      break;
    }
    const item = readItem(pattern, next);
    next = item.end;
    if (pattern[next] !== "-" || pattern[next + 1] === "]") {
      sets.push(item.code === null ? item.set : folded(item.set));
      continue;
    }
    const last = readItem(pattern, next + 1);
    next = last.end;
    if (item.code === null || last.code === null) {
      throw new PatternError("a range in `[…]` goes from one character to another; write `\\-` for a hyphen");
    }
    if (item.code > last.code) throw new PatternError("a range in `[…]` ends before it begins");
    sets.push(folded(setOf([[item.code, last.code]])));
  }
  const set = union(...sets);
  return { set: negated ? negate(set) : set, end: next + 1 };
}

interface ClassItem {
  readonly set: CodeSet;
  /** The code point, where it is only one. */
  readonly code: number | null;
  readonly end: number;
}

function readItem(pattern: string, at: number): ClassItem {
  const char = pattern[at];
  if (char === "[") throw new PatternError("`[` within `[…]` means different things to different engines; write `\\[`");
  for (const operator of ["&&", "--", "~~"]) {
    if (pattern.startsWith(operator, at)) {
      throw new PatternError(
        `\`${operator}\` within \`[…]\` is not supported; write a backslash before each character`,
      );
    }
  }
  if (char === "\\") {
    const { named, end } = classEscape(pattern, at);
    if (named !== null) return { set: named, code: null, end };
    const escape = readEscape(pattern, at, true);
    return { set: single(escape.code), code: escape.code, end: escape.end };
  }
  const code = pattern.codePointAt(at) ?? REPLACEMENT;
  return { set: single(code), code, end: at + (code > 0xffff ? 2 : 1) };
}
