import { expect, test } from "vitest";
import { toolTable } from "../../../host/cli/commands/tools/tools.ts";
import { typesText } from "../../../host/cli/commands/types.ts";
import type { NestedTool } from "../../../host/cli/commands/tools/nested-tools.ts";
import { defineTool } from "../../../tools/index.ts";

function tool(name: string, description: string): NestedTool {
  const executor = defineTool({
    name,
    description,
    inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    handler: () => null,
  });
  return { identifier: name, executor };
}

test("The table has the first line of each description, cut to the terminal.", () => {
  const tools = [tool("a", "\n  First line.\nSecond line."), tool("longer", "x".repeat(100)), tool("none", "")];
  expect(toolTable(tools, 40)).toBe(`a       First line.\nlonger  ${"x".repeat(31)}…\nnone\n`);
});

test("Declarations are members of one object, with descriptions that can't end their comments.", () => {
  const tools = [tool("read", "Reads a file."), tool("odd", "One */ two\n\nthree")];
  expect(typesText(tools)).toBe(
    [
      "// What scripts can call. Made by `isocell types`; make it again when the configuration changes.",
      "",
      "declare const tools: {",
      "  /** Reads a file. */",
      "  read(args: { path: string; }): Promise<unknown>;",
      "  /**",
      "   * One *\\/ two",
      "   *",
      "   * three",
      "   */",
      "  odd(args: { path: string; }): Promise<unknown>;",
      "};",
      "",
    ].join("\n"),
  );
});
