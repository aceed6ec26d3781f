import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApprovalQuestion } from "../../../host/approvals/options.ts";
import { parseReply } from "../../../host/cli/approvals/reply.ts";
import { questionRows } from "../../../host/approvals/shown/question-rows.ts";
import { visibleText, wrapColumns } from "../../../host/approvals/shown/visible-text.ts";

function rowsOf(input: unknown, columns = 80, parts: Partial<ApprovalQuestion> = {}): string[] {
  const question: ApprovalQuestion = {
    sessionId: "1",
    callId: "call-1",
    source: { kind: "direct" },
    tool: { namespace: "", name: "t" },
    input,
    need: {},
    annotations: {},
    signal: new AbortController().signal,
    mode: "auto",
    needed: true,
    message: "Allow it?",
    offersSession: true,
    isSettled: () => false,
    ...parts,
  };
  return questionRows(question, columns);
}

/** Two rows come before those of the arguments. */
const argumentRows = (input: unknown): string[] => rowsOf(input).slice(2);

const hostile = fc.string({ unit: "binary", maxLength: 300 });
const DANGEROUS =
  // oxlint-disable-next-line eslint/no-control-regex -- these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\ud800-\udfff]/u;

function widthOf(row: string): number {
  return Array.from(row).reduce((sum, char) => sum + (char <= "\u007f" ? 1 : 2), 0);
}

describe("A text from outside", () => {
  test("shows what would move the cursor, colour, hide or turn around as escapes", () => {
    expect(visibleText("\u001b[2J\u0007\r\n\t\u009b1A")).toBe("\\u{1b}[2J\\u{7}\\r\\n\\t\\u{9b}1A");
    expect(visibleText("a\u202eb\u200bc\u2066d\ufeffe\u{e0041}")).toBe(
      "a\\u{202e}b\\u{200b}c\\u{2066}d\\u{feff}e\\u{e0041}",
    );
    expect(visibleText("\ud800 \u2028 \u3164 \ue000")).toBe("\\u{d800} \\u{2028} \\u{3164} \\u{e000}");
    expect(visibleText("a\u0301\u0301\u0301\u0301")).toBe("a\\u{301}\\u{301}\\u{301}\\u{301}");
  });

  test("is left alone where it is plain, in any script", () => {
    for (const text of ["plain", "ünï", "日本語", "नमस्ते", "😀"]) expect(visibleText(text)).toBe(text);
  });

  test("is wrapped without losing a character, never wider than told", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 2, max: 40 }), (text, columns) => {
        const visible = visibleText(text);
        const rows = wrapColumns(visible, columns);
        expect(rows.join("")).toBe(visible);
        expect(rows.every((row) => widthOf(row) <= columns)).toBe(true);
      }),
    );
  });
});

describe("The rows of a question", () => {
  test("hold nothing dangerous and never wrap, whatever names, sentences and arguments hold", () => {
    const inputs = fc.oneof(hostile, fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue())), fc.jsonValue());
    fc.assert(
      fc.property(inputs, hostile, hostile, fc.integer({ min: 1, max: 120 }), (input, name, said, columns) => {
        const rows = rowsOf(input, columns, { tool: { namespace: said, name }, message: said, detail: name });
        const width = Math.max(columns, 20) - 1;
        for (const row of rows) {
          expect(DANGEROUS.test(row)).toBe(false);
          expect(row.startsWith("  (") || widthOf(row) <= width).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("name each argument on a row of its own, which no argument's value can fake", () => {
    expect(argumentRows({ cmd: "rm -rf /\nforce: false", n: { deep: [1] }, "a\nb": null })).toEqual([
      "  | cmd: rm -rf /",
      "  |   force: false",
      '  | n: {"deep":[1]}',
      "  | a\\nb: null",
    ]);
    const narrow = rowsOf({ a: `${"x".repeat(14)}force: false` }, 24);
    expect(narrow.slice(-2)).toEqual(["  | a: xxxxxxxxxxxxxx", "  |   force: false"]);
  });

  test("show freeform text line by line, and say where there is nothing to show", () => {
    expect(argumentRows("*** Begin Patch\r\n+one\n")).toEqual(["  | *** Begin Patch", "  | +one", "  | "]);
    expect(argumentRows({})).toEqual(["  | no arguments"]);
    expect(argumentRows(undefined)).toEqual(["  | undefined"]);
    expect(argumentRows([1, "a"])).toEqual(['  | [1,"a"]']);
    expect(argumentRows({ big: 1n })).toEqual(["  | big: a value that cannot be shown"]);
  });

  test("keep the first and the last of what is long, and say how much is not shown", () => {
    const rows = argumentRows(Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n"));
    expect(rows.length).toBe(33);
    expect(rows.slice(23, 26)).toEqual(["  | line 23", "  (68 rows not shown)", "  | line 92"]);
    const [first] = rowsOf({ a: "x".repeat(1_000_000) }, 20_000).slice(2);
    expect(first).toContain(" … 990000 characters not shown … ");
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, index]));
    expect(argumentRows(many).at(-1)).toBe("  | and 900 more arguments");
  });
});

describe("A reply", () => {
  test("is read as its words say, and never taken for a yes by what follows one", () => {
    expect(parseReply(" YES ", true)).toEqual({ answer: "allow" });
    expect(parseReply("always", true)).toEqual({ answer: "allow-for-session" });
    expect(parseReply("always", false)).toBe(null);
    expect(parseReply("no: ask \u001b[31mBob", true)).toEqual({ answer: "deny", reason: "ask \\u{1b}[31mBob" });
    for (const line of ["", "y but only once", "yesno", "nothing", "allow", "1"])
      expect(parseReply(line, true)).toBe(null);
  });
});
