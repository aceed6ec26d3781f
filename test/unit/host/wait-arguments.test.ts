import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseWaitArguments } from "../../../host/code-mode/wait-arguments.ts";

const DEFAULTS = { yieldTimeMs: 10_000, maxTokens: 10_000, terminate: false };
const problem = (detail: string): { problem: string } => ({ problem: `failed to parse function arguments: ${detail}` });

describe("the arguments of wait", () => {
  test.each([
    ['{"cell_id":"1"}', { ...DEFAULTS, cellId: "1" }],
    ['{"cell_id":"a","yield_time_ms":0}', { ...DEFAULTS, cellId: "a", yieldTimeMs: 0 }],
    ['{"cell_id":"a","max_tokens":null}', { ...DEFAULTS, cellId: "a" }],
    ['{"cell_id":"a","max_tokens":9,"terminate":true}', { ...DEFAULTS, cellId: "a", maxTokens: 9, terminate: true }],
    ['{"cell_id":"a","extra":{"b":[1]}}', { ...DEFAULTS, cellId: "a" }],
  ])("%s are read as %j", (json, input) => {
    expect(parseWaitArguments(json)).toEqual({ input });
  });

  test.each([
    ["", "EOF while parsing a value at line 1 column 0"],
    ["{}", "missing field `cell_id` at line 1 column 2"],
    ['"x"', 'invalid type: string "x", expected struct WaitArgs at line 1 column 3'],
    ['{"cell_id":null}', "invalid type: null, expected a string at line 1 column 15"],
    ['{"cell_id":"1","yield_time_ms":-1}', "invalid value: integer `-1`, expected u64 at line 1 column 33"],
    ['{"cell_id":"1","terminate":1}', "invalid type: integer `1`, expected a boolean at line 1 column 28"],
    ['{"cell_id":"1"', "EOF while parsing an object at line 1 column 14"],
  ])("%j are refused with the place of the mistake", (json, detail) => {
    expect(parseWaitArguments(json)).toEqual(problem(detail));
  });

  test("are read or refused, whatever they are, and nothing is thrown", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        const read = parseWaitArguments(json);
        expect("input" in read || read.problem.startsWith("failed to parse function arguments: ")).toBe(true);
      }),
    );
  });
});
