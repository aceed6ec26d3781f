import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  list,
  nullable,
  oneOf,
  optional,
  readArguments,
  record,
  struct,
  text,
  whole,
} from "../../../tools/arguments/readers.ts";

const ITEM = struct("Item", { step: text, status: oneOf(["open", "done"]) }, "refuse");
const ARGUMENTS = struct("Args", {
  items: list(ITEM),
  count: optional(whole("u64")),
  note: nullable(text),
  marks: optional(record(whole("i64"))),
});
const read = (json: string): unknown => readArguments(json, ARGUMENTS, "");

describe("Arguments", () => {
  test.each([
    ['{"items":[]}', { items: [] }],
    ['{"items":[],"note":null,"other":[{}]}', { items: [] }],
    ['{"items":[{"status":"done","step":"a"}],"count":0}', { items: [{ step: "a", status: "done" }], count: 0 }],
    ['{"marks":{"a":-1},"items":[]}', { items: [], marks: { a: -1 } }],
  ])("%s are read", (json, input) => {
    expect(read(json)).toEqual({ input });
  });

  test.each([
    ["{}", "missing field `items` at line 1 column 2"],
    ['{"items":null}', "invalid type: null, expected a sequence at line 1 column 13"],
    ['{"items":{}}', "invalid type: map, expected a sequence at line 1 column 9"],
    ['{"items":[5]}', "invalid type: integer `5`, expected struct Item at line 1 column 11"],
    ['{"items":[{"step":"a"}]}', "missing field `status` at line 1 column 22"],
    ['{"items":[{"step":[]}]}', "invalid type: sequence, expected a string at line 1 column 18"],
    ['{"items":[{"status":"x"}]}', "unknown variant `x`, expected `open` or `done` at line 1 column 23"],
    ['{"items":[{"status":5}]}', "expected value at line 1 column 21"],
    ['{"items":[{"x":1}]}', "unknown field `x`, expected `step` or `status` at line 1 column 14"],
    ['{"items":[],"items":[]}', "duplicate field `items` at line 1 column 19"],
    ['{"items":[],"count":null}', "invalid type: null, expected u64 at line 1 column 24"],
    ['{"items":[],"count":1.0}', "invalid type: floating point `1.0`, expected u64 at line 1 column 23"],
    ['{"items":[],"count":-1}', "invalid value: integer `-1`, expected u64 at line 1 column 22"],
    ['{"items":[],"note":true}', "invalid type: boolean `true`, expected a string at line 1 column 23"],
    ['\n{"items":"é"}', 'invalid type: string "é", expected a sequence at line 2 column 13'],
  ])("%s are refused, with the place", (json, problem) => {
    expect(read(json)).toEqual({ problem });
  });

  test("of a name that objects have from their prototype are like any other", () => {
    const { input } = readArguments('{"__proto__":1,"constructor":2}', record(whole("i64"))) as { input: object };
    expect(Object.entries(input)).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
    ]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  test("are read or refused, whatever they are, and nothing is thrown", () => {
    const nearly = fc.record({ items: fc.jsonValue(), count: fc.jsonValue(), note: fc.jsonValue() });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          nearly.map((value) => JSON.stringify(value)),
        ),
        (json) => {
          const answer = readArguments(json, ARGUMENTS);
          expect("input" in answer || answer.problem.startsWith("failed to parse function arguments: ")).toBe(true);
        },
      ),
    );
  });
});
