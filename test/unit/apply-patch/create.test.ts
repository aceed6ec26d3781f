import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyChunks } from "../../../tools/builtin/apply-patch/match/apply-chunks.ts";
import { createPatch, parsePatch, PatchError } from "../../../tools/builtin/index.ts";
import { patchOf } from "./support/workspace.ts";

/** The second version, made out of the first by a patch's own text. */
function patched(before: string, after: string, exact = true): string {
  const patch = createPatch([{ path: "f", before, after }], { exact });
  const [section] = parsePatch(patch).sections;
  if (section === undefined) return before;
  if (section.kind !== "update") throw new Error(`a patch that would ${section.kind}`);
  const result = applyChunks(before, section.chunks);
  if (typeof result !== "string") throw new Error(`${result.text} is missing`);
  return result;
}

const lineText = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("", "a", "b", "  a", "a  ", "\t", "}", "-", "+x", "*** End Patch", "@@ a", "\ufeffa"),
  },
  { weight: 1, arbitrary: fc.constantFrom("“a”", "a–b", "ä\u00a0b", "😀", "*** End of File", "x\r", "x\ry") },
  {
    weight: 2,
    arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => text.replaceAll(/[\r\n\ufeff]/g, "")),
  },
);
/** Lines, each with its end. */
const linesWith = (ends: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(
    fc.tuple(lineText, fc.constantFrom(...ends)).map(([text, end]) => text + end),
    { maxLength: 40 },
  );
const edits = fc.array(
  fc.record({ at: fc.nat(), remove: fc.nat({ max: 4 }), add: fc.array(fc.nat(), { maxLength: 4 }) }),
  { maxLength: 6 },
);
/** Two versions of a file: the second has some lines replaced by others out of a stock. */
function versions(ends: readonly string[]): fc.Arbitrary<readonly [string, string]> {
  return fc.tuple(linesWith(ends), edits, linesWith(ends)).map(([lines, changes, stock]) => {
    const changed = [...lines];
    for (const { at, remove, add } of changes) {
      const fresh = stock.length === 0 ? [] : add.map((index) => stock[index % stock.length] ?? "");
      changed.splice(at % (changed.length + 1), remove, ...fresh);
    }
    return [lines.join(""), changed.join("")];
  });
}

const firstLineEnd = (text: string): string => (/^[^\n]*\r\n/.test(text) ? "\r\n" : "\n");

describe("A patch made from two versions makes the second out of the first, byte for byte", () => {
  test("where lines end with line feeds, with and without carriage returns", () => {
    fc.assert(
      fc.property(versions(["\n", "\n", "\r\n"]), ([before, after]) => {
        // What the format cannot say: in such a file a new line that ends otherwise.
        fc.pre(firstLineEnd(before) === "\n");
        expect(patched(before, after)).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });

  test("where all lines end with carriage returns and line feeds", () => {
    fc.assert(
      fc.property(versions(["\r\n"]), ([before, after]) => {
        fc.pre(before !== "");
        expect(patched(before, after)).toBe(after);
      }),
      { numRuns: 1000 },
    );
  });

  test("or is not made, and only where lines would have to end in another way", () => {
    const ends = (text: string): string => text.replaceAll(/\r*\n|\r+$/g, "\n").replace(/(?<=[^\n])$/, "\n");
    const cut = fc.tuple(versions(["\n", "\r\n"]), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(cut, ([[before, after], openBefore, openAfter]) => {
        const one = openBefore ? before.replace(/\r?\n$/, "") : before;
        const other = openAfter ? after.replace(/\r?\n$/, "") : after;
        let made: string;
        try {
          made = patched(one, other);
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError);
          expect((error as PatchError).kind).toBe("inexpressible");
          const mixed = firstLineEnd(one) === "\r\n" && /(?<!\r)\n/.test(other);
          expect(mixed || !other.endsWith("\n")).toBe(true);
          expect(ends(patched(one, other, false))).toBe(ends(other));
          return;
        }
        expect(made).toBe(other);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("A patch that is made", () => {
  const lines = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
  const text = (from: number, to: number): string => `${lines(from, to).join("\n")}\n`;

  test("shows three lines around a change", () => {
    const patch = createPatch([{ path: "n", before: text(1, 20), after: text(1, 20).replace("\n10\n", "\nten\n") }]);
    expect(patch).toBe(
      `${patchOf("*** Update File: n", "@@", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13")}\n`,
    );
  });

  test("shows more where a place above looks the same, and no more than that takes", () => {
    const block = "{\n  a;\n  b;\n  c;\n  d;\n  e;\n  f;\n  g;\n}\n";
    const before = `one${block}two${block}three${block}`;
    const after = `one${block}two${block.replace("d", "D")}three${block}`;
    const shown = createPatch([{ path: "b", before, after }])
      .split("\n")
      .slice(3, -2);
    expect(shown).toEqual([
      ..."   g;| }| two{|   a;|   b;|   c;|-  d;|+  D;|   e;|   f;|   g;| }| three{|   a;".split("|"),
    ]);
    const repeated = "x\n".repeat(50_000);
    expect(patched(repeated, `${repeated.slice(0, 50_000)}y\n${repeated.slice(50_000)}`)).toContain("y\n");
  });

  test("ties what stands at the end to it", () => {
    const repeated = "x\n".repeat(1000);
    const patch = createPatch([{ path: "r", before: repeated, after: `${repeated}y\n` }]);
    expect(patch).toBe(`${patchOf("*** Update File: r", "@@", " x", " x", " x", "+y", "*** End of File")}\n`);
  });

  test("has all files, and leaves out those that stay", () => {
    const patch = createPatch([
      { path: "new", before: null, after: "a\r\n\n" },
      { path: "same", before: "a", after: "a" },
      { path: "gone", before: "a", after: null },
      { path: "old", before: "", after: "", moveTo: "there" },
      { path: "never", before: null, after: null },
    ]);
    const kinds = parsePatch(patch).sections.map(({ kind, path }) => [kind, path]);
    expect(kinds).toEqual([
      ["add", "new"],
      ["delete", "gone"],
      ["update", "old"],
    ]);
    expect(createPatch([])).toBe("*** Begin Patch\n*** End Patch\n");
  });

  test("is refused for what the format has no words for", () => {
    const made = (path: string, before: string | null, after: string | null) => (): string =>
      createPatch([{ path, before, after }]);
    expect(made("a\nb", null, "x\n")).toThrow("its path cannot stand in a patch");
    expect(made("a ", null, "x\n")).toThrow("its path cannot stand in a patch");
    expect(made("a", null, "x")).toThrow("its last line has no end");
    expect(made("a", "x\n", "y")).toThrow("its lines end in ways");
    expect(made("a", "x\r\ny\r\n", "x\r\nz\n")).toThrow("its lines end in ways");
  });

  test("is made in time for a hundred thousand lines that all changed", () => {
    const startedAt = performance.now();
    const before = Array.from({ length: 100_000 }, (_, at) => `${at % 7}\n`).join("");
    const after = Array.from({ length: 100_000 }, (_, at) => `${at % 11}\n`).join("");
    expect(patched(before, after)).toBe(after);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
