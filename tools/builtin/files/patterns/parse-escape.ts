import { DIGITS, negate, SPACE, WORD } from "./code-set.ts";
import type { CodeSet } from "./code-set.ts";
import { PatternError } from "./syntax.ts";

const NAMED: Readonly<Record<string, CodeSet>> = {
  d: DIGITS,
  D: negate(DIGITS),
  w: WORD,
  W: negate(WORD),
  s: SPACE,
  S: negate(SPACE),
};

const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, r: 0x0d, f: 0x0c, v: 0x0b, "0": 0 };

const REFUSED: Readonly<Record<string, string>> = {
  n: "`\\n` never matches, because the search goes line by line",
  k: "a reference to a group (`\\k<name>`) is not supported",
  p: "a Unicode property (`\\p{…}`) is not supported; list the characters in `[…]`",
  P: "a Unicode property (`\\P{…}`) is not supported; list the characters in `[^…]`",
  A: "`\\A` is not supported; use `^`",
  z: "`\\z` is not supported; use `$`",
  Z: "`\\Z` is not supported; use `$`",
  h: "`\\h` is not supported; use `[ \\t]`",
  Q: "`\\Q…\\E` is not supported; write a backslash before each special character",
  E: "`\\Q…\\E` is not supported; write a backslash before each special character",
  "<": "`\\<` is not supported; use `\\b`",
  ">": "`\\>` is not supported; use `\\b`",
};

/** The set that an escape like `\d` names, or null where it names none. */
export function classEscape(pattern: string, at: number): { readonly named: CodeSet | null; readonly end: number } {
  const char = pattern[at + 1] ?? "";
  return { named: Object.hasOwn(NAMED, char) ? (NAMED[char] ?? null) : null, end: at + 2 };
}

/** Reads an escape that stands for one character. Gives its code point and where it ends. */
export function readEscape(
  pattern: string,
  at: number,
  inClass: boolean,
): { readonly code: number; readonly end: number } {
  const code = pattern.codePointAt(at + 1);
  if (code === undefined)
    throw new PatternError("the pattern ends in a backslash; write `\\\\` for the character itself");
  const char = String.fromCodePoint(code);
  const refused = Object.hasOwn(REFUSED, char) ? REFUSED[char] : undefined;
  if (refused !== undefined) throw new PatternError(refused);
  if (/[1-9]/u.test(char)) throw new PatternError(`a reference to a group (\`\\${char}\`) is not supported`);
  const control = Object.hasOwn(CONTROLS, char) ? CONTROLS[char] : undefined;
  if (control !== undefined) return { code: control, end: at + 2 };
  if (char === "x" || char === "u") return readHex(pattern, at, char);
  if (inClass && char === "b") throw new PatternError("`\\b` within `[…]` is not supported; use `\\x08`");
  if (/[a-zA-Z\d]/u.test(char)) throw new PatternError(`the escape \`\\${char}\` is not supported`);
  return { code, end: at + 1 + char.length };
}

function readHex(pattern: string, at: number, letter: "x" | "u"): { readonly code: number; readonly end: number } {
  const rest = pattern.slice(at + 2, at + 12);
  const found = /^\{([\da-f]{1,6})\}/iu.exec(rest) ?? (letter === "x" ? /^[\da-f]{2}/iu : /^[\da-f]{4}/iu).exec(rest);
  const code = Number.parseInt(found?.[1] ?? found?.[0] ?? "", 16);
  if (found === null || code > 0x10ffff) {
    throw new PatternError(`\`\\${letter}\` needs a code in hexadecimal: \`\\x41\`, \`\\u0041\` or \`\\u{41}\``);
  }
  if (code >= 0xd800 && code <= 0xdfff) throw new PatternError("half of a surrogate pair is no character");
  if (code === 0x0a) throw new PatternError("a line feed never matches, because the search goes line by line");
  return { code, end: at + 2 + found[0].length };
}
