import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHooks } from "../../../host/hooks/create-hooks.ts";
import type { HooksOptions } from "../../../host/hooks/sources.ts";
import { collector, hookCall } from "./hook-call.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "isocell-hooks-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (sources: HooksOptions["sources"], more: Partial<HooksOptions> = {}): ReturnType<typeof createHooks> =>
  createHooks({ sources, cwd: folder, ...more });
const ignore = (): void => {};

describe("MCP tools as hooks", () => {
  const source = (more: object = {}): { hooks: Record<string, unknown> } => ({
    hooks: { PreToolUse: [{ hooks: [{ type: "mcp_tool", server: "guard", tool: "check", ...more }] }] },
  });

  test("The tool is called with its input, in which fields of the call stand, and its text is read like a command's.", async () => {
    const calls: unknown[] = [];
    const hooks = make(
      [
        source({
          input: {
            what: "${tool_name}: ${tool_input.command}",
            all: ["${tool_input}"],
            none: "<${a.b}${__proto__.x}>",
            n: 1,
          },
        }),
      ],
      {
        callMcpTool: async (call) => {
          calls.push(call);
          return { text: JSON.stringify({ decision: "block", reason: "said the guard" }), isError: false };
        },
      },
    );
    const { deny } = await hooks.before(hookCall(), ignore);
    expect(calls).toEqual([
      {
        server: "guard",
        tool: "check",
        input: { what: "Bash: echo orig", all: ['{"command":"echo orig"}'], none: "<>", n: 1 },
      },
    ]);
    expect(deny?.reason).toBe("Command blocked by PreToolUse hook: said the guard. Command: echo orig");
  });

  test("A tool that fails, rejects, or gives no text is a failure of the hook.", async () => {
    const answers: readonly (readonly [HooksOptions["callMcpTool"], string])[] = [
      [async () => ({ text: "no", isError: true }), "its tool failed: no"],
      [async () => ({}) as never, "its tool gave no text"],
      [async () => null as never, "its tool gave no text"],
      [() => Promise.reject(new Error("gone")), "it failed: Error: gone"],
    ];
    for (const [callMcpTool, detail] of answers) {
      const { reports, report } = collector();
      expect(
        await make([source()], callMcpTool === undefined ? {} : { callMcpTool }).before(hookCall(), report),
      ).toEqual({ context: [] });
      expect(reports).toMatchObject([{ decision: "failed", detail }]);
    }
  });

  test("Without somebody who calls them they are refused.", () => {
    expect(() => make([source()])).toThrow(/PreToolUse\[0\]\.hooks\[0\]: .*mcp_tool/);
  });
});

test("Hooks say which tools they concern, by name and alias, for each event.", () => {
  const hooks = make([
    { matcher: "Write|exec", before: () => {} },
    { matcher: "^mcp__", after: () => {} },
  ]);
  expect([
    hooks.concerns("before", "apply_patch", ["Write", "Edit"]),
    hooks.concerns("before", "exec", []),
    hooks.concerns("before", "exec_command", []),
    hooks.concerns("before", "mcp__a__b", []),
    hooks.concerns("after", "mcp__a__b", []),
    hooks.concerns("after", "exec", []),
  ]).toEqual([true, true, false, false, true, false]);
});

test.each([
  [null, "sources[0]: expected an object"],
  [{}, "sources[0]: expected a function before or after, or hooks of a configuration"],
  [{ befor: ignore }, "sources[0].befor: expected no such key"],
  [{ before: 1 }, "sources[0].before: expected a function"],
  [{ before: ignore, matcher: "(" }, "sources[0].matcher: expected a regular expression"],
  [{ before: ignore, timeoutMs: -1 }, "sources[0].timeoutMs: expected milliseconds"],
])("A source that is %o is refused.", (source, message) => {
  expect(() => make([source as never])).toThrow(
    expect.objectContaining({ code: "invalid_options", message: expect.stringContaining(message) as string }),
  );
});
