import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPragma } from "../../../host/code-mode/pragma.ts";

const BOTH = "`yield_time_ms` and `max_output_tokens`";

describe("the pragma of a script", () => {
  test.each([
    ["text(1)", {}],
    ["// @exec: {}\ntext(1)", {}],
    ['// @exec: {"yield_time_ms": 5}\ntext(1)', { yieldTimeMs: 5 }],
    ['\t // @exec:{"max_output_tokens":7}\r\ntext(1)', { maxOutputTokens: 7 }],
    ['// @exec: {"yield_time_ms": 0, "max_output_tokens": 0}\n1', { yieldTimeMs: 0, maxOutputTokens: 0 }],
    ['// @exec: {"yield_time_ms": null}\n1', {}],
    ['// @exec: {"yield_time_ms": 1, "yield_time_ms": 2}\n1', { yieldTimeMs: 2 }],
    ['\n// @exec: {"nope": 1}\n1', {}],
    ['//@exec: {"nope": 1}\n1', {}],
  ])("%j asks for %j", (source, pragma) => {
    expect(readPragma(source)).toEqual({ pragma });
  });

  test.each([
    ["// @exec:\n1", `exec pragma must be a JSON object with supported fields ${BOTH}`],
    ["// @exec: 3\n1", `exec pragma must be a JSON object with supported fields ${BOTH}`],
    ['// @exec: {"nope": 1}\n1', `exec pragma only supports ${BOTH}; got \`nope\``],
    [
      '// @exec: {"yield_time_ms": "5"}\n1',
      `exec pragma fields ${BOTH} must be non-negative safe integers: invalid type: string "5", expected u64`,
    ],
    [
      '// @exec: {"yield_time_ms": true}\n1',
      `exec pragma fields ${BOTH} must be non-negative safe integers: invalid type: boolean \`true\`, expected u64`,
    ],
    [
      '// @exec: {"yield_time_ms": 9007199254740992}\n1',
      "exec pragma field `yield_time_ms` must be a non-negative safe integer",
    ],
    ["// @exec: {}", "exec pragma must be followed by JavaScript source on subsequent lines"],
  ])("%j is refused with its reason", (source, problem) => {
    expect(readPragma(source)).toEqual({ problem });
  });

  test("takes every safe whole number there is", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (yieldTimeMs, maxOutputTokens) => {
        const directive = JSON.stringify({ yield_time_ms: yieldTimeMs, max_output_tokens: maxOutputTokens });
        expect(readPragma(`// @exec: ${directive}\n1`)).toEqual({ pragma: { yieldTimeMs, maxOutputTokens } });
      }),
    );
  });

  test("answers any first line with a pragma or with a problem, and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        const read = readPragma(`// @exec:${line}\n1`);
        expect("pragma" in read || typeof read.problem === "string").toBe(true);
      }),
    );
  });
});
