import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyChunks } from "../../../tools/builtin/apply-patch/match/apply-chunks.ts";
import { FileText } from "../../../tools/builtin/apply-patch/match/file-text.ts";
import { locateChunks } from "../../../tools/builtin/apply-patch/match/locate-chunks.ts";
import type { PatchChunk, PatchLine } from "../../../tools/builtin/index.ts";

/** A chunk out of lines with their signs; `@` in front of the first gives the context, `$` at last ties it to the end. */
function chunk(...given: readonly string[]): PatchChunk {
  const context = given[0]?.startsWith("@") === true ? given[0].slice(1) : null;
  const endOfFile = given.at(-1) === "$";
  const lines = given
    .slice(context === null ? 0 : 1, endOfFile ? -1 : undefined)
    .map((line): PatchLine => ({ sign: line[0] as " ", text: line.slice(1) }));
  return { context, lines, endOfFile };
}

const missing = (text: string, kind = "lines"): unknown => ({ missing: kind, text });

const CASES: readonly (readonly [string, string, readonly PatchChunk[], unknown])[] = [
  ["an exact place beats a lenient one above it", " b\na\nb\n", [chunk("-b", "+B")], " b\na\nB\n"],
  ["white space at the end counts less than that in front", " b\nb \n", [chunk("-b", "+B")], " b\nB\n"],
  ["a lenient place is taken where there is none better", "a\n\tb \n", [chunk("-b", "+B")], "a\nB\n"],
  ["dashes", "a \u2013 b\u2212c\n", [chunk("-a - b-c", "+x")], "x\n"],
  ["quotes", "\u201cit\u2019s\u201d\n", [chunk('-"it\'s"', "+x")], "x\n"],
  ["spaces", "a\u00a0b\u3000c\n", [chunk("-a b c", "+x")], "x\n"],
  ["the other way round, too", "a-b\n", [chunk("-a\u2014b", "+x")], "x\n"],
  ["lines that stay keep the file's text", "\u201ca\u201d  \nb\n", [chunk(' "a"', "-b", "+c")], "\u201ca\u201d  \nc\n"],
  ["a context is looked for leniently", "  f() \nx\nx\n", [chunk("@f()", "-x", "+y")], "  f() \ny\nx\n"],
  ["a context puts the cursor behind it", "x\nf\nx\n", [chunk("@f", "-x", "+y")], "x\nf\ny\n"],
  ["a context that is the line itself is too far", "f\n", [chunk("@f", "-f", "+g")], missing("f")],
  ["a context that is not there", "a\n", [chunk("@f", "-a", "+b")], missing("f", "context")],
  ["chunks go down the file", "x\nx\nx\n", [chunk("-x", "+1"), chunk("-x", "+2")], "1\n2\nx\n"],
  [
    "a context above the last chunk is too late",
    "f\nx\n",
    [chunk("-x", "+y"), chunk("@f", "+z")],
    missing("f", "context"),
  ],
  ["the end means the very end", "x\nx\n", [chunk("-x", "+y", "$")], "x\ny\n"],
  ["the end is lenient about white space", "x\n x \n", [chunk("-x", "+y", "$")], "x\ny\n"],
  [
    "the end may not overlap what was changed",
    "x\ny\n",
    [chunk("-x", "-y", "+z"), chunk("-y", "+w", "$")],
    missing("y"),
  ],
  ["a stray empty line at the end of the old lines", "a\nb\n", [chunk("-b", "-", "+B")], "a\nB\n"],
  ["and at the end of both", "a\nb\n", [chunk("-b", "+B", " ")], "a\nB\n"],
  ["which is no stray one where the file has it", "b\n\nc\n", [chunk("-b", "-", "+B")], "B\nc\n"],
  ["nor is it with the mark of the end", "a\nb\n", [chunk("-b", "+B", " ", "$")], "a\nB\n"],
  ["added lines alone go to the end", "a\nb\n", [chunk("+c")], "a\nb\nc\n"],
  ["even with a context", "a\nb\n", [chunk("@a", "+c")], "a\nb\nc\n"],
  ["in the order of the patch", "a\n", [chunk("+b"), chunk("+c"), chunk("-a", "+A")], "A\nb\nc\n"],
  ["into an empty file", "", [chunk("+a")], "a\n"],
  ["all lines may go", "a\nb", [chunk("-a", "-b")], ""],
  ["new lines end as the first one does", "a\r\nb\n", [chunk(" b", "+c")], "a\r\nb\nc\r\n"],
  ["the last line gets an end", "a\r\nb", [chunk("-a", "+A")], "A\r\nb\r\n"],
  ["a line without any end among others", "a", [chunk("+b")], "a\nb\n"],
  ["carriage returns within lines are text", "a\rb\nc\r\r\n", [chunk("-a\rb", "+x")], "x\nc\r\r\n"],
  ["a byte order mark stays", "\ufeffa\nb\n", [chunk("-a", "+A")], "\ufeffA\nb\n"],
  ["also where it is named", "\ufeffa\nb\n", [chunk(" \ufeffa", "-b", "+B")], "\ufeffa\nB\n"],
  ["unless a line goes that names it", "\ufeffa\nb\n", [chunk("-\ufeffa", "+A")], "A\nb\n"],
  ["and can come", "a\n", [chunk("-a", "+\ufeffa")], "\ufeffa\n"],
  ["and lines may come before it", "\ufeffa\n", [chunk("+x", " a")], "\ufeffx\na\n"],
];

test.for(CASES)("Matching: %s", ([, text, chunks, expected]) => {
  expect(applyChunks(text, chunks)).toEqual(expected);
});

describe("Places", () => {
  const text = fc.array(fc.constantFrom("a", " a", "a ", "b", "", "\u2013", "-", "c\u00a0"), { maxLength: 12 });
  const anyChunk = fc.record({
    context: fc.option(fc.constantFrom("a", "b", "-"), { freq: 4 }),
    lines: fc.array(
      fc.record({
        sign: fc.constantFrom(" " as const, "-" as const, "+" as const),
        text: fc.constantFrom("a", "b", "", "-"),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    endOfFile: fc.boolean(),
  });

  test("are those that looking at every line in every pass finds", () => {
    fc.assert(
      fc.property(text, fc.array(anyChunk, { minLength: 1, maxLength: 4 }), (lines, chunks) => {
        const file = new FileText(lines.map((line) => `${line}\n`).join(""));
        const found = locateChunks(file, chunks);
        const naive = naivePlaces(lines, chunks);
        expect("missing" in found ? null : found.map(({ start, length }) => [start, length])).toEqual(naive);
      }),
      { numRuns: 3000 },
    );
  });

  test("are found in time where everything repeats itself and every chunk needs the last pass", () => {
    const count = 100_000;
    const file = new FileText("\u201ca\u201d\n".repeat(count) + '"b"\n"a"\n'.repeat(1000));
    const many = Array.from({ length: count / 4 }, (_, index) =>
      chunk(...Array.from({ length: 2 + (index % 4) }, () => '-"a"'), '+"c"'),
    );
    const startedAt = performance.now();
    const found = locateChunks(file, many);
    expect("missing" in found ? found : found.length).toBe(many.length);
    // About 0.3 s. Looking at each place for each chunk would take some minutes.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test("are looked for in time where lines are nearly there a hundred thousand times", () => {
    const file = new FileText("a\n".repeat(100_000));
    const startedAt = performance.now();
    expect(locateChunks(file, [chunk(...Array<string>(50_000).fill("-a"), "-b")])).toMatchObject({ missing: "lines" });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

const PASSES: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => line.trim().replaceAll("\u2013", "-"),
];

/** Places and lengths of all chunks in the order of the file, found by trying each; null where one is not there. */
function naivePlaces(
  lines: readonly string[],
  chunks: readonly PatchChunk[],
): readonly (readonly [number, number])[] | null {
  const search = (wanted: readonly string[], from: number, to: number): number => {
    for (const same of PASSES) {
      for (let at = from; at <= Math.min(to, lines.length - wanted.length); at += 1) {
        if (wanted.every((line, offset) => same(line) === same(lines[at + offset] ?? ""))) return at;
      }
    }
    return -1;
  };
  const places: (readonly [number, number])[] = [];
  let cursor = 0;
  for (const { context, lines: changed, endOfFile } of chunks) {
    if (context !== null) {
      const at = search([context], cursor, Infinity);
      if (at < 0) return null;
      cursor = at + 1;
    }
    let old = changed.filter(({ sign }) => sign !== "+").map((line) => line.text);
    if (old.length === 0) {
      places.push([lines.length, 0]);
      continue;
    }
    const place = (wanted: readonly string[]): number => {
      if (wanted.length === 0) return cursor;
      const last = lines.length - wanted.length;
      return search(wanted, endOfFile ? Math.max(cursor, last) : cursor, Infinity);
    };
    let at = place(old);
    if (at < 0 && old.at(-1) === "") {
      old = old.slice(0, -1);
      at = place(old);
    }
    if (at < 0) return null;
    places.push([at, old.length]);
    cursor = at + old.length;
  }
  return places.toSorted(([one], [other]) => one - other);
}
