import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { Automaton } from "../../../../tools/builtin/files/patterns/automaton.ts";
import { Work } from "../../../../tools/builtin/files/patterns/closure.ts";
import { parseGlob } from "../../../../tools/builtin/files/patterns/parse-glob.ts";
import { compile } from "../../../../tools/builtin/files/patterns/program.ts";

function matches(glob: string, path: string): boolean {
  const program = compile([parseGlob(glob, { braces: true })], 5_000);
  return new Automaton(program, "whole").run(path, new Work(1e6)) === 0;
}

const piece = fc.constantFrom("a", "b", "ab", "*", "?", "*b", "a*", "[ab]", "[^a]", "[a-c]", "{a,b}", "{a,b*}b", ".x");
const part = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.constant("**") },
);
// A run of stars across two pieces means something else to the reference, or nothing at all.
const glob = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"))
  .filter((text) => !/\*\*./u.test(text.replaceAll(/(^|\/)\*\*(?=\/|$)/gu, "$1")) && !/\*\*\/\*\*/u.test(text));
const name = fc.string({ unit: fc.constantFrom("a", "b", "c", "x", "."), minLength: 1, maxLength: 4 });
const path = fc
  .array(
    name.filter((text) => !/^\.+$/u.test(text)),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join("/"));

test("A glob matches the paths of files that the common library matches", () => {
  fc.assert(
    fc.property(glob, path, (pattern, tried) => {
      // A folder is not below itself: `a/**` is for what is in `a`.
      fc.pre(!pattern.endsWith("/**") || !picomatch(pattern.slice(0, -3), { dot: true })(tried));
      expect([pattern, tried, matches(pattern, tried)]).toEqual([
        pattern,
        tried,
        picomatch(pattern, { dot: true })(tried),
      ]);
    }),
    { numRuns: 3_000 },
  );
});

test.for([
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/x/y/a.ts", true],
  ["src/**", "src", false],
  ["*.{ts,js{,x}}", "a.jsx", true],
  ["*.{ts,js{,x}}", "a.js", true],
  ["a\\*b", "a*b", true],
  ["a\\*b", "axb", false],
  ["[[:digit:]]x", "1x", true],
  ["[]a]", "]", true],
  ["?", "/", false],
  ["?", "😀", true],
  ["a\nb*", "a\nbc", true],
] as const)("%j against %j", ([pattern, tried, expected]) => {
  expect(matches(pattern, tried)).toBe(expected);
});

test.for([
  ["a[b", "a `[` of the glob has no `]`; write `\\[` for the character"],
  ["{a,b", "a `{` of the glob has no `}`; write `\\{` for the character"],
  ["a\\", "the glob ends in a backslash"],
  ["{".repeat(50), "the glob's braces are nested deeper than 20"],
  ["a".repeat(5_000), "the glob is longer than 4096 characters"],
] as const)("The glob %j is refused", ([pattern, message]) => {
  expect(() => matches(pattern, "a")).toThrow(message);
});

test("A glob of many stars takes no time on a name that nearly fits", () => {
  expect(matches(`${"*a".repeat(40)}b`, "a".repeat(250))).toBe(false);
});
