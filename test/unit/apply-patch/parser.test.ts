import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePatch, PatchError, PatchStreamParser } from "../../../tools/builtin/index.ts";
import type { Patch, PatchEvent, PatchSection } from "../../../tools/builtin/index.ts";
import { readWhole } from "./support/whole-parser.ts";
import { patchOf } from "./support/workspace.ts";

const LINES = [
  ..."*** Begin Patch|*** End Patch|*** Add File: a b.txt|*** Delete File: d.txt|*** Update File: ü.txt".split("|"),
  ..."*** Move to: m.txt|*** Move to: |*** End of File|*** Environment ID: x|*** add file: q|@@|@@ f()|@@f".split("|"),
  ...[" kept", "-gone", "+new", "+", "", " ", "\t", "*", "* x", "x", "EOF", "<<EOF", "<<'EOF'", "EOF ", "\ud83d", "😀"],
];
const line = fc
  .tuple(
    fc.constantFrom("", "", "", "", " ", "\t", "+"),
    fc.constantFrom(...LINES),
    fc.constantFrom("", "", "", " ", "\r"),
  )
  .map((parts) => parts.join(""));
const anyText = fc.array(line, { maxLength: 14 }).map((lines) => lines.join("\n"));
/** Texts that are nearly patches, so that the parser gets past the first line. */
const nearly = fc
  .tuple(fc.constantFrom("\n", "\r\n"), fc.array(line, { maxLength: 10 }), fc.constantFrom("", "<<EOF", '<<"EOF"'))
  .map(([end, lines, wrap]) => {
    const patch = ["*** Begin Patch", "*** Update File: u", ...lines, "*** End Patch"];
    return (wrap === "" ? patch : [wrap, ...patch, "EOF"]).join(end) + end;
  });
const text = fc.oneof(anyText, nearly, nearly);

function answerOf(read: () => Patch): { readonly patch: Patch } | { readonly problem: string } {
  try {
    return { patch: read() };
  } catch (error) {
    if (error instanceof PatchError) return { problem: error.message };
    throw error;
  }
}

function streamed(pieces: readonly string[]): {
  readonly answer: ReturnType<typeof answerOf>;
  readonly events: readonly PatchEvent[];
} {
  const parser = new PatchStreamParser();
  const events = pieces.flatMap((piece) => parser.push(piece));
  const answer = answerOf(() => {
    const ended = parser.end();
    events.push(...ended.events);
    return ended.patch;
  });
  return { answer, events };
}

describe("The parser", () => {
  test("reads every text as the plainest parser does", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(answerOf(() => parsePatch(given))).toEqual(readWhole(given.toWellFormed()));
      }),
      { numRuns: 3000 },
    );
  });

  test("answers the same however a text is cut, with the same events in the same order", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 8 });
    fc.assert(
      fc.property(text, cuts, fc.boolean(), (given, places, letters) => {
        const at = letters
          ? Array.from({ length: given.length }, (_, index) => index)
          : places.map((place) => place % (given.length + 1));
        const edges = [0, ...at.toSorted((one, other) => one - other), given.length];
        const pieces = edges.slice(1).map((edge, index) => given.slice(edges[index], edge));
        expect(streamed(pieces)).toEqual(streamed([given]));
        expect(streamed(pieces).answer).toEqual(answerOf(() => parsePatch(given)));
      }),
      { numRuns: 1500 },
    );
  });

  test("tells of exactly the sections and chunks that the patch has", () => {
    fc.assert(
      fc.property(nearly, (given) => {
        const { answer, events } = streamed([given]);
        if ("problem" in answer) return;
        const ended = events.filter((event) => event.type === "section-end").map(({ section }) => section);
        expect(ended).toEqual(answer.patch.sections);
        const chunks = events.flatMap((event) => (event.type === "chunk" ? [event.chunk] : []));
        expect(chunks).toEqual(answer.patch.sections.flatMap((one) => (one.kind === "update" ? one.chunks : [])));
        const begun = events.filter((event) => event.type === "section").map(({ kind, path }) => [kind, path]);
        expect(begun).toEqual(answer.patch.sections.map(({ kind, path }) => [kind, path]));
      }),
    );
  });

  test("tells of a file once its header is read, and of a move once the next line is", () => {
    const parser = new PatchStreamParser();
    const kinds = (piece: string): string[] => parser.push(piece).map((event) => event.type);
    expect(kinds("*** Begin Patch\n*** Add File: a\n")).toEqual(["section"]);
    expect(kinds("+1\n+2\n*** Update File: b")).toEqual([]);
    expect(kinds("\n")).toEqual(["section-end"]);
    expect(parser.push("*** Move to: c\n")).toEqual([
      { type: "section", index: 1, kind: "update", path: "b", moveTo: "c" },
    ]);
    expect(kinds("@@\n-x\n+y\n")).toEqual([]);
    expect(kinds("@@ z\n+w\n*** End of File\n")).toEqual(["chunk", "chunk"]);
    expect(kinds("*** End Patch\n")).toEqual([]);
    expect(parser.end().events.map(({ type }) => type)).toEqual(["section-end"]);
  });

  test("takes the last end marker for the end, and one before it for a line like any other", () => {
    const patch = patchOf("*** Update File: a", "@@", " *** End Patch", "+x", "", " *** End Patch", "-y");
    const [section] = parsePatch(patch).sections;
    expect(section).toMatchObject({ chunks: [{ lines: [{ text: "*** End Patch" }, {}, {}, {}, { text: "y" }] }] });
  });

  test("reads a patch of a million lines, letter by letter, in time", () => {
    const added = "+".repeat(100_000);
    const parser = new PatchStreamParser();
    parser.push("*** Begin Patch\n*** Add File: a\n");
    for (const letter of added) parser.push(letter);
    parser.push(`\n${"+x\n".repeat(1_000_000)}*** End Patch`);
    const section = parser.end().patch.sections[0] as Extract<PatchSection, { kind: "add" }>;
    expect([section.lines.length, section.lines[0]?.length]).toEqual([1_000_001, 99_999]);
  });
});

describe("What is wrong is said with its line", () => {
  const wrong: readonly (readonly [string, string])[] = [
    ["*** End Patch", "invalid patch: The first line of the patch must be '*** Begin Patch'"],
    ["*** Begin Patch", "invalid patch: The last line of the patch must be '*** End Patch'"],
    [" \n ", "invalid patch: The last line of the patch must be '*** End Patch'"],
    ["<<EOF\n*** Begin Patch\nEOF", "invalid patch: The first line of the patch must be '*** Begin Patch'"],
    [patchOf("*** Update File: a"), "invalid hunk at line 2, Update file hunk for path 'a' is empty"],
    [patchOf("", "*** Add File: a"), "invalid hunk at line 2, '' is not a valid hunk header."],
    [patchOf("*** Update File: a", "*** Move to: b"), "invalid hunk at line 2, Update file hunk for path 'a' is empty"],
    [patchOf("*** Update File: a", "@@"), "invalid hunk at line 4, Update hunk does not contain any lines"],
    [patchOf("*** Update File: a", "@@", "*** End of File"), "invalid hunk at line 4, Update hunk does not contain"],
    [patchOf("*** Update File: a", "x"), "invalid hunk at line 3, Unexpected line found in update hunk: 'x'."],
    [patchOf("*** Update File: a", "-x", "\t", "-y"), "invalid hunk at line 5, Expected update hunk to start with"],
    [patchOf("*** Delete File: a", "+x"), "invalid hunk at line 3, '+x' is not a valid hunk header."],
    [patchOf("*** Update File: a", "-x", "*** Move to: b"), "invalid hunk at line 4, '*** Move to: b' is not a valid"],
    [patchOf("*** Add File: "), "invalid hunk at line 2, '*** Add File:' is not a valid hunk header."],
  ];
  test.for(wrong)("%j", ([given, message]) => {
    const answer = answerOf(() => parsePatch(given));
    expect("problem" in answer && answer.problem.slice(0, message.length)).toBe(message);
  });
});
