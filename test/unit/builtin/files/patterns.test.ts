import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Automaton } from "../../../../tools/builtin/files/patterns/automaton.ts";
import { foldGroups } from "../../../../tools/builtin/files/patterns/case-folding.ts";
import { PatternTooCostly, Work } from "../../../../tools/builtin/files/patterns/closure.ts";
import { parseLiteral, parseRegex } from "../../../../tools/builtin/files/patterns/parse-regex.ts";
import { compile } from "../../../../tools/builtin/files/patterns/program.ts";
import { SpanFinder } from "../../../../tools/builtin/files/patterns/spans.ts";
import type { Span } from "../../../../tools/builtin/files/patterns/spans.ts";
import { PatternError } from "../../../../tools/builtin/files/patterns/syntax.ts";
import { line, regex } from "./arbitrary-patterns.ts";

const work = (): Work => new Work(1e8);

function search(pattern: string, text: string, ignoreCase = false): { found: boolean; spans: Span[] } {
  const program = compile([parseRegex(pattern, ignoreCase)], 5_000);
  const found = new Automaton(program, "search").run(text, work()) === 0;
  return { found, spans: new SpanFinder(program).find(text, 100, work()) };
}

/** What the platform's engine finds. Its `\s` reaches beyond ASCII, which the texts here do not. */
function platform(pattern: string, text: string): Span[] {
  return [...text.matchAll(new RegExp(pattern, "gu"))]
    .map((match): Span => [match.index, match.index + match[0].length])
    .filter(([start]) => !isInsideCharacter(text, start));
}

/** The platform finds empty matches between the halves of a surrogate pair, too. */
function isInsideCharacter(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

describe("The automaton", () => {
  test("finds what the platform's engine finds, at the same places", () => {
    fc.assert(
      fc.property(regex, line, (pattern, text) => {
        const spans = platform(pattern, text);
        expect(search(pattern, text)).toEqual({ found: spans.length > 0, spans });
      }),
      { numRuns: 3_000 },
    );
  });

  test("takes a text that stands for itself as it is", () => {
    fc.assert(
      fc.property(line, line, (text, query) => {
        const program = compile([parseLiteral(query, false)], 5_000);
        expect(new Automaton(program, "search").run(text, work()) === 0).toBe(text.includes(query));
      }),
    );
  });

  test.for([
    ["(a*)*b", "a".repeat(20_000)],
    ["(a|aa)+$", `${"a".repeat(20_000)}b`],
    ["(?:.*a){8}x", "a".repeat(20_000)],
    ["^(\\w+\\s?)*$", `${"word ".repeat(4_000)}!`],
  ] as const)("answers %s without backtracking", ([pattern, text]) => {
    const steps = new Work(5_000_000);
    const program = compile([parseRegex(pattern, false)], 5_000);
    expect(new Automaton(program, "search").run(text, steps)).toBe(-1);
  });

  test("gives up after a counted number of steps where a pattern needs ever new states", () => {
    const program = compile([parseRegex("(a|b)*a(a|b){200}c", false)], 5_000);
    let seed = 1;
    const text = Array.from({ length: 50_000 }, () =>
      (seed = (seed * 48_271) % 2_147_483_647) % 2 === 0 ? "a" : "b",
    ).join("");
    expect(() => new Automaton(program, "search").run(text, new Work(200_000))).toThrow(PatternTooCostly);
  });
});

describe("Case", () => {
  test("is ignored as Unicode's simple folding has it, character by character", () => {
    const groups = foldGroups();
    const wrong: string[] = [];
    for (const [code, group] of groups) {
      const same = new RegExp(`^\\u{${code.toString(16)}}$`, "iu");
      for (const member of group) if (!same.test(String.fromCodePoint(member))) wrong.push(`${code} ${member}`);
    }
    for (let code = 0; code < 0x1f000; code++) {
      if (groups.has(code) || (code >= 0xd800 && code <= 0xdfff)) continue;
      const char = String.fromCodePoint(code);
      const others = [char.toLowerCase(), char.toUpperCase()].filter((other) => other !== char);
      if (others.some((other) => new RegExp(`^\\u{${code.toString(16)}}$`, "iu").test(other))) wrong.push(`${code}`);
    }
    expect(wrong).toEqual([]);
    expect(groups.size).toBeGreaterThan(2_000);
  });

  test("of a class is ignored before the class is turned round", () => {
    expect(search("[^x]", "X", true).found).toBe(false);
    expect(search("[A-C]+", "xabcx", true).spans).toEqual([[1, 4]]);
    expect(search("straße|σ", "STRAẞE Σ ς", true).spans).toEqual([
      [0, 6],
      [7, 8],
      [9, 10],
    ]);
  });
});

test.for([
  ["(?=a)", "a look-ahead (`(?=…)`) is not supported"],
  ["a(?!b)", "a negative look-ahead (`(?!…)`) is not supported"],
  ["(?<=a)b", "a look-behind (`(?<=…)`) is not supported"],
  ["(?<!a)b", "a negative look-behind (`(?<!…)`) is not supported"],
  ["(?<n>a)", "a named group (`(?<name>…)`) is not supported"],
  ["(?P<n>a)", "a named group (`(?P<name>…)`) is not supported"],
  ["(?>a)", "an atomic group (`(?>…)`) is not supported"],
  ["(?i)a", "flags in the pattern (`(?i)`) are not supported; use `case`"],
  ["(a)\\1", "a reference to a group (`\\1`) is not supported"],
  ["\\p{L}", "a Unicode property (`\\p{…}`) is not supported; list the characters in `[…]`"],
  ["a\\nb", "`\\n` never matches, because the search goes line by line"],
  ["a++", "a possessive quantifier (`a++`) is not supported"],
  ["a**", "a quantifier follows another; put the first into a group"],
  ["*a", "`*` has nothing to repeat; write `\\*` for the character"],
  ["a{", "`{` begins no repetition like `{2,5}`; write `\\{`"],
  ["a{5,2}", "`{5,2}` repeats fewer times at most than at least"],
  ["a{9999}", "`{9999}` repeats more than 1000 times"],
  ["(a{1000}){1000}", "the pattern is too large; use smaller repetition counts, or fewer alternatives"],
  ["(a", "a `(` has no `)`; write `\\(` for the character itself"],
  ["a)", "a `)` has no `(`; write `\\)` for the character itself"],
  ["[a", "a `[` has no `]`; write `\\[` for the character itself"],
  ["[]", "`[]` and `[^]` are not supported; write `\\]` for the character itself"],
  ["[[:alpha:]]", "`[` within `[…]` means different things to different engines; write `\\[`"],
  ["[a&&b]", "`&&` within `[…]` is not supported; write a backslash before each character"],
  ["[z-a]", "a range in `[…]` ends before it begins"],
  ["[\\d-z]", "a range in `[…]` goes from one character to another; write `\\-` for a hyphen"],
  ["\\<a", "`\\<` is not supported; use `\\b`"],
  ["\\q", "the escape `\\q` is not supported"],
  ["\\xZZ", "`\\x` needs a code in hexadecimal: `\\x41`, `\\u0041` or `\\u{41}`"],
  ["\\ud83d", "half of a surrogate pair is no character"],
  ["a\\", "the pattern ends in a backslash; write `\\\\` for the character itself"],
  ["^*", "`^`, `$`, `\\b` and `\\B` cannot be repeated"],
  ["(".repeat(200), "groups are nested deeper than 100"],
] as const)("The pattern %s is refused, with what to do instead", ([pattern, message]) => {
  expect(() => compile([parseRegex(pattern, false)], 5_000)).toThrow(new PatternError(message));
});
