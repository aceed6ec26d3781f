import { describe, expect, test } from "vitest";
import { EXEC_READER } from "../../../../tools/builtin/exec-command/arguments/exec-arguments.ts";
import { readArguments } from "../../../../tools/arguments/readers.ts";
import { STDIN_READER } from "../../../../tools/builtin/exec-command/arguments/stdin-arguments.ts";
import { specCases } from "../../tools/spec-cases.ts";

interface Input {
  readonly name?: string;
  readonly arguments?: string;
}
const cases = specCases<Input, { readonly body?: string }>("dispatch-cases.json").filter(
  ({ input, expected }) =>
    (input.name === "exec_command" || input.name === "write_stdin") &&
    typeof expected.body === "string" &&
    expected.body.startsWith("failed to parse"),
);

function problemOf(name: string, json: string): string | null {
  const found = name === "exec_command" ? readArguments(json, EXEC_READER) : readArguments(json, STDIN_READER);
  return "problem" in found ? found.problem : null;
}

describe("Arguments that are none", () => {
  test.for(cases)("are told of as in the reference: $id", ({ input, expected }) => {
    expect(problemOf(input.name ?? "", input.arguments ?? "")).toBe(expected.body);
  });

  test("are several of the cases", () => expect(cases.length).toBeGreaterThanOrEqual(7));

  test.for([
    ["[]", "invalid type: sequence, expected struct ExecCommandArgs at line 1 column 0"],
    ['{"cmd":5}', "invalid type: integer `5`, expected a string at line 1 column 8"],
    ['{"cmd":"a","tty":1}', "invalid type: integer `1`, expected a boolean at line 1 column 18"],
    ['{"cmd":"a","yield_time_ms":-1}', "invalid value: integer `-1`, expected u64 at line 1 column 29"],
    ['{"cmd":"a","cmd":"b"}', "duplicate field `cmd` at line 1 column 16"],
    [
      '{"cmd":"a","sandbox_permissions":"root"}',
      "unknown variant `root`, expected `use_default` or `require_escalated` at line 1 column 39",
    ],
  ])("%s are told of with the place", ([json, detail]) => {
    expect(problemOf("exec_command", json ?? "")).toBe(`failed to parse function arguments: ${detail}`);
  });
});

test("Unknown names are left out, whatever they are called", () => {
  const found = readArguments('{"cmd":"a","__proto__":{"tty":true},"constructor":1,"more":null}', EXEC_READER);
  expect(found).toEqual({ input: { cmd: "a" } });
});
