// All 34 cases of the reference are replayed here; none is left to the integration. What runs between the hooks is played.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHooks } from "../../../host/hooks/create-hooks.ts";
import { loadHooks } from "../../../host/hooks/config/load-hooks.ts";
import type { Hooks } from "../../../host/hooks/contract.ts";
import { specCases } from "../tools/spec-cases.ts";
import type { SpecCase } from "../tools/spec-cases.ts";
import { hookMode } from "./hook-modes.ts";
import type { HookEvent } from "./hook-modes.ts";
import { EXEC, MCP, MCP_FAILING, PATCH, play } from "./pipeline.ts";

type Event = HookEvent;
interface Input {
  readonly event?: Event;
  readonly hookDoes?: string;
  readonly calls?: readonly string[];
  readonly matcher?: string;
  readonly tools?: readonly string[];
  readonly handlers?: readonly string[];
  readonly timeout?: number;
  readonly hookSleeps?: number;
  readonly trusted?: boolean;
  readonly code?: string;
  readonly toml?: string;
}
interface Expected {
  readonly output?: string;
  readonly outputs?: readonly (readonly [string, string])[];
  readonly history?: readonly string[];
  readonly hookRanFor?: readonly string[];
  readonly toolUseIds?: readonly string[];
  readonly handlersRun?: number;
  readonly started?: number;
  readonly hookCalls?: number;
}

const cases = specCases<Input, Expected & readonly string[]>("hooks-cases.json");
const PATCH_TEXT = (file: string, line: string): string =>
  `*** Begin Patch\n*** Add File: ${file}\n+${line}\n*** End Patch`;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "isocell-hooks-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A command that leaves what it was told as a line of the log, in one piece, and then does something. */
function logged(command: string): string {
  return `line=$(cat); printf '%s\\n' "$line" >> told; ${command}`;
}

function told(): { tool_name: string; tool_use_id: string; cell_id?: string }[] {
  try {
    const lines = readFileSync(join(folder, "told"), "utf8").trim().split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ReturnType<typeof told>[number]);
  } catch {
    return [];
  }
}

function hooksOf(event: Event, commands: readonly string[], more: { matcher?: string; timeout?: number } = {}): Hooks {
  const { matcher, timeout } = more;
  const hooks = commands.map((command) => ({
    type: "command",
    command,
    ...(timeout === undefined ? {} : { timeout }),
  }));
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks };
  return createHooks({ sources: [{ hooks: { [event]: [group] } }], cwd: folder });
}

const DIRECT = {
  ex: [EXEC, { cmd: "echo orig" }],
  pa: [PATCH, PATCH_TEXT("n.txt", "hi")],
  mc: [MCP, { a: 1 }],
  mb: [MCP_FAILING, {}],
} as const;

function casesOf(choose: (one: SpecCase<Input, Expected>) => boolean): typeof cases {
  const chosen = cases.filter(choose);
  if (chosen.length === 0) throw new Error("no cases");
  return chosen;
}

const direct = casesOf(({ input }) => input.calls !== undefined);
const matchers = casesOf(({ input }) => input.matcher !== undefined);
const nested = casesOf(({ input }) => input.code !== undefined);
const several = casesOf(({ input }) => input.handlers !== undefined);
const SINGLE = ["hooks/pre:timeout_fails_open", "hooks/untrusted_hook_is_skipped", "hooks/config_toml_form"];

function single(id: string): SpecCase<Input, Expected> {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

describe("The reference's cases of hooks", () => {
  test("Every case is replayed by one of the tests below.", () => {
    const replayed = [...direct, ...matchers, ...nested, ...several].map(({ id }) => id);
    expect([...replayed, ...SINGLE].toSorted()).toEqual(cases.map(({ id }) => id).toSorted());
    expect(cases).toHaveLength(34);
  });

  test.each(direct)("$id", async ({ input, expected }) => {
    const { event = "PreToolUse", hookDoes = "" } = input;
    const hooks = hooksOf(event, [logged(hookMode(hookDoes, event))]);
    const outputs: [string, string][] = [];
    const ids = (expected.outputs ?? []).map(([id]) => id as keyof typeof DIRECT);
    const history = ids.map((id) => `${DIRECT[id][0].callType}:${id}`);
    for (const id of ids) {
      const [tool, given] = DIRECT[id];
      const played = await play(hooks, tool, given, { id });
      outputs.push([id, played.output]);
      history.push(...played.history);
    }
    expect({ outputs, history }).toEqual({ outputs: expected.outputs, history: expected.history });
    if (expected.hookRanFor !== undefined) expect(told().map((one) => one.tool_name)).toEqual(expected.hookRanFor);
  });

  test.each(matchers)("$id", async ({ input, expected }) => {
    const aliases: Readonly<Record<string, readonly string[]>> = {
      apply_patch: ["Write", "Edit"],
      spawn_agent: ["Agent"],
    };
    const hooks = hooksOf("PreToolUse", ["exit 0"], { matcher: input.matcher ?? "" });
    const selected = input.tools?.filter((name) => hooks.concerns("before", name, aliases[name] ?? []));
    expect(selected).toEqual(expected);
  });

  test.each(nested)("$id", async ({ input, expected }) => {
    const { event = "PreToolUse", hookDoes = "" } = input;
    const hooks = hooksOf(event, [logged(hookMode(hookDoes, event))]);
    const out: unknown[] = [];
    const history = ["custom_tool_call:e1"];
    const calls = [
      ["exec", EXEC, { cmd: "echo orig" }],
      ["patch", PATCH, PATCH_TEXT("z.txt", "z")],
      ["mcp", MCP, { a: 1 }],
    ] as const;
    for (const [name, tool, given] of calls) {
      const played = await play(hooks, tool, given, { source: { kind: "cell", cellId: "7" } });
      const value = played.value as { output?: unknown } | null;
      out.push(played.failed ? [name, "string", played.output] : [name, "ok", value?.output ?? value]);
      history.push(...played.history);
    }
    history.push("custom_tool_call_output:e1");
    const output = `Script completed\nWall time <t> seconds\nOutput:\n\n${JSON.stringify(out)}`;
    const toolUseIds = told().map((one) => one.tool_use_id.replace(/^exec-[0-9a-f-]{36}$/, "exec-<uuid>"));
    expect({ output, history, hookRanFor: told().map((one) => one.tool_name), toolUseIds }).toEqual(expected);
    expect(told().map((one) => one.cell_id)).toEqual(["7", "7", "7"]);
  });

  test.each(several)("$id", async ({ input, expected }) => {
    const commands = (input.handlers ?? []).map((name) => logged(hookMode(name, "PreToolUse")));
    const played = await play(hooksOf("PreToolUse", commands), EXEC, { cmd: "echo orig" }, { id: "ex" });
    expect({
      output: played.output,
      handlersRun: told().length,
      history: ["function_call:ex", ...played.history],
    }).toEqual(expected);
  });

  test("hooks/pre:timeout_fails_open", async () => {
    const { input, expected } = single("hooks/pre:timeout_fails_open");
    const { timeout = 0, hookSleeps = 0 } = input;
    const hooks = hooksOf("PreToolUse", [logged(`sleep ${hookSleeps}`)], { timeout });
    const { output } = await play(hooks, EXEC, { cmd: "echo orig" });
    expect({ output, started: told().length }).toEqual(expected);
  });

  test("hooks/untrusted_hook_is_skipped", async () => {
    const { input, expected } = single("hooks/untrusted_hook_is_skipped");
    const source = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: logged("exit 2") }] }] } };
    const hooks = createHooks({ sources: [source], cwd: folder, trusted: () => input.trusted ?? true });
    const { output } = await play(hooks, EXEC, { cmd: "echo orig" });
    expect({ output, hookCalls: told().length }).toEqual(expected);
  });

  test("hooks/config_toml_form", async () => {
    const file = join(folder, "config.toml");
    const command = `'''${hookMode("deny", "PreToolUse")}'''`;
    const groups = `[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = ${command}\n`;
    writeFileSync(file, `model = "some"\n${groups}`);
    const hooks = createHooks({ sources: [await loadHooks(file)], cwd: folder });
    const { output } = await play(hooks, EXEC, { cmd: "echo orig" });
    expect({ output }).toEqual(single("hooks/config_toml_form").expected);
  });
});
