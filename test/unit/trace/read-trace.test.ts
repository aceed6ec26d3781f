import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_LINE_BYTES } from "../../../host/trace/format.ts";
import { checkLine } from "../../../host/trace/check-line.ts";
import { callBegin, cellBegin, ONE_OF_EACH } from "../events/sample-events.ts";
import { convertBytes, HEADER, problemsOf } from "./chrome-picture.ts";

function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join("\n"));
}

const json = (value: unknown): string => JSON.stringify(value);

describe("A line of a trace file", () => {
  test.each([HEADER, { type: "trace/dropped", at: 1, events: 2 }, cellBegin(1, { callId: "c" }), ...ONE_OF_EACH])(
    "is taken as it was written: $type",
    (line) => {
      expect(checkLine(json(line))).toEqual({ line });
    },
  );

  test.each([
    ["{", "it is not JSON"],
    ["[1]", "it is not a JSON object"],
    ["null", "it is not a JSON object"],
    ["{}", "it has no type"],
    [json({ ...callBegin(1), at: "1" }), "call/begin has no usable at: a number from 0 to 4000000000000 was expected"],
    [json({ ...callBegin(1), at: -1 }), "call/begin has no usable at: a number from 0 to 4000000000000 was expected"],
    [
      json({ ...callBegin(1), at: 1 }).replace('"at":1', '"at":1e999'),
      "call/begin has no usable at: a number from 0 to 4000000000000 was expected",
    ],
    [json({ ...callBegin(1), name: { toString: 1 } }), "call/begin has no usable name: a text was expected"],
    [
      json({ ...callBegin(1), source: { kind: "cell" } }),
      'call/begin has no usable source: a source of the kind "direct" or "cell" with a cellId was expected',
    ],
    [
      json({ type: "cell/end", at: 1, sessionId: "s", cellId: "1", status: "lost" }),
      'cell/end has no usable status: "completed", "failed", "terminated" was expected',
    ],
    [
      `{"type":"cell/begin","__proto__":${json(cellBegin(1))}}`,
      "cell/begin has no usable at: a number from 0 to 4000000000000 was expected",
    ],
  ])("is refused with the reason: %s", (text, problem) => {
    expect(checkLine(text)).toEqual({ problem });
  });

  test("of a type that is not known is told apart, also when it is a name of every object's", () => {
    expect([checkLine('{"type":"cell/paused"}'), checkLine('{"type":"constructor"}')]).toEqual([
      { unknownType: "cell/paused" },
      { unknownType: "constructor" },
    ]);
  });

  test("loses fields that are not known, and cannot set a prototype", () => {
    const hostile = json(cellBegin(1)).replace("{", '{"__proto__":{"polluted":true},"extra":[[[[]]]],');
    const checked = checkLine(hostile);
    expect(checked).toEqual({ line: cellBegin(1) });
    expect("line" in checked && Object.getPrototypeOf(checked.line)).toBe(Object.prototype);
  });
});

describe("A trace file", () => {
  test("is read however it is cut into chunks", async () => {
    const bytes = bytesOf([json(HEADER), ...ONE_OF_EACH.map(json), ""]);
    const [whole, ...others] = await Promise.all([bytes.length, 1, 7, 100].map((size) => convertBytes(bytes, size)));
    expect(whole?.skipped).toEqual([]);
    for (const other of others) expect(other.events).toEqual(whole?.events);
  });

  test("reports garbage, foreign, cut and huge lines by their numbers, and goes on", async () => {
    const huge = json({ ...callBegin(2), name: "x".repeat(MAX_LINE_BYTES) });
    const { skipped, events } = await convertBytes(
      bytesOf([
        json(HEADER),
        "garbage",
        "",
        json(cellBegin(1)),
        huge,
        '{"type":"later/version","at":1}',
        "[".repeat(500_000),
        json(HEADER),
        json(callBegin(3)),
        json(callBegin(4)).slice(0, 30),
      ]),
      65_536,
    );
    expect(skipped).toEqual([
      { number: 2, problem: "it is not JSON" },
      { number: 5, problem: `it is ${huge.length} bytes long, more than ${MAX_LINE_BYTES}` },
      { number: 6, problem: "its type later/version is not known" },
      { number: 7, problem: "it is not JSON" },
      { number: 8, problem: "it is a second header; times after it may be of another clock" },
      { number: 10, problem: "it is cut off: the file ends within it" },
    ]);
    expect(events.filter(({ ph }) => ph === "X").map(({ name }) => name)).toEqual(["mcp__files__read", "cell 1"]);
  });

  test("may end without a line end, and begin without a header", async () => {
    const { skipped, converted } = await convertBytes(bytesOf([json(cellBegin(1))]));
    expect(skipped).toEqual([{ number: 1, problem: "the header is missing before it; the line itself was taken" }]);
    expect(converted.statistics.cells).toBe(1);
  });

  test.each([
    ["", "This is no trace file: it is empty. Make one with isocell run --trace FILE."],
    ["\n\n", "This is no trace file: it is empty. Make one with isocell run --trace FILE."],
    ["a\nb\n", "This is no trace file: none of its lines is one. Make one with isocell run --trace FILE."],
    [
      json({ ...HEADER, format: 2, version: "9\u001b" }),
      "isocell 9\\u{1b} wrote this trace in format 2; this version reads up to 1.",
    ],
  ])("is refused when it is none, or a newer one: %j", async (text, message) => {
    await expect(convertBytes(Buffer.from(text))).rejects.toThrow(
      expect.objectContaining({ code: "invalid_options", message }),
    );
  });

  test("of any bytes gives a well-made picture or a coded error", async () => {
    const line = fc.oneof(
      fc.constantFrom(json(HEADER), ...ONE_OF_EACH.map(json)),
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.tuple(fc.constantFrom(...ONE_OF_EACH.map(json)), fc.nat(200)).map(([text, at]) => text.slice(0, at)),
      fc.record({ type: fc.constantFrom(...ONE_OF_EACH.map(({ type }) => type)), at: fc.double() }).map(json),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
        let events;
        try {
          ({ events } = await convertBytes(bytesOf(lines), 1_000));
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_options" });
          return;
        }
        expect(problemsOf(events)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
