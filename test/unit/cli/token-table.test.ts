import { expect, test } from "vitest";
import { droppedList } from "../../../host/cli/commands/tools/dropped-list.ts";
import { toolEntries, toolTable } from "../../../host/cli/commands/tools/tools.ts";
import { tokenTable } from "../../../host/cli/commands/tools/token-table.ts";
import { printable } from "../../../host/cli/output/printable.ts";
import { defineTool } from "../../../tools/index.ts";

const tokens = (direct: number): { direct: number; deferred: number; code: number; "code-only": number } => ({
  direct,
  deferred: 7,
  code: direct + 5,
  "code-only": 1,
});

test("The table of tokens is aligned, with a row a namespace and the largest tools below.", () => {
  const table = tokenTable({
    namespaces: [
      { namespace: "", tools: 1, tokens: tokens(9) },
      { namespace: "mcp__files", tools: 12, tokens: tokens(1234) },
    ],
    own: tokens(0),
    total: tokens(1243),
    largest: [
      { namespace: "mcp__files", name: "read", tokens: 300 },
      { namespace: "", name: "x", tokens: 9 },
    ],
  });
  expect(table).toBe(
    [
      "tokens              tools  direct  deferred  code  code-only",
      "(no namespace)          1       9         7    14          1",
      "mcp__files             12    1234         7  1239          1",
      "exec, wait, search              0         7     5          1",
      "total                  13    1243         7  1248          1",
      "",
      "Largest tools",
      "mcp__files.read  300",
      "x                  9",
      "",
    ].join("\n"),
  );
});

const DROPPED = [
  { namespace: "mcp__git", name: "log", source: 'MCP server "git"', reason: "its schema has no type" },
  { namespace: "", name: "exec", source: "tools.ts", reason: "the name is taken" },
];

test("Dropped tools are listed with who gave them and why.", () => {
  expect(droppedList(DROPPED)).toBe(
    '2 tools cannot be called:\n  mcp__git.log (MCP server "git"): its schema has no type\n  exec (tools.ts): the name is taken\n',
  );
  expect(droppedList([])).toBe("");
});

test("In JSON, dropped tools come last and have a reason instead of an identifier.", () => {
  const executor = defineTool({ name: "a", inputSchema: { type: "object" }, handler: () => null });
  expect(toolEntries([{ identifier: "a", executor }], DROPPED.slice(0, 1))).toEqual([
    { identifier: "a", kind: "function", namespace: "", name: "a", description: "", inputSchema: { type: "object" } },
    { namespace: "mcp__git", name: "log", source: 'MCP server "git"', dropped: "its schema has no type" },
  ]);
});

test("Texts from outside cannot move the cursor or add lines.", () => {
  expect(printable(" a\u001b[2Jb\r\nc\u202ed\u009b ")).toBe("a [2Jb c d");
  const executor = defineTool({ name: "a", description: "x\u001b[1Ay", inputSchema: {}, handler: () => null });
  expect(toolTable([{ identifier: "a", executor }], 80)).toBe("a  x [1Ay\n");
  expect(droppedList([{ namespace: "", name: "a\nb", source: "s", reason: "r\u0007" }])).toContain("  a b (s): r\n");
});
