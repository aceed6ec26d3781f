import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadHooks } from "../../../host/index.ts";
import type { HookSource, Session, StepCall } from "../../../host/index.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { builtinHost, steady } from "../../support/builtin-host.ts";
import { hookMode } from "../../unit/hooks/hook-modes.ts";
import type { HookEvent } from "../../unit/hooks/hook-modes.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Input {
  readonly event?: HookEvent;
  readonly hookDoes?: string;
  readonly calls?: readonly string[];
  readonly matcher?: string;
  readonly tools?: readonly string[];
  readonly handlers?: readonly string[];
  readonly timeout?: number;
  readonly hookSleeps?: number;
  readonly code?: string;
}
interface Expected {
  readonly output?: string;
  readonly outputs?: readonly (readonly [string, string])[];
  readonly history?: readonly string[];
  readonly hookRanFor?: readonly string[];
  readonly toolUseIds?: readonly string[];
  readonly handlersRun?: number;
  readonly started?: number;
}

const cases = specCases<Input, Expected & readonly string[]>("hooks-cases.json");
const ADD = "*** Begin Patch\n*** Add File: n.txt\n+hi\n*** End Patch";
const CALLS: Readonly<Record<string, StepCall>> = {
  ex: { callId: "ex", name: "exec_command", arguments: '{"cmd":"echo orig"}' },
  pa: { callId: "pa", name: "apply_patch", input: ADD },
  mc: { callId: "mc", namespace: "mcp__odd", name: "echo", arguments: '{"a":1}' },
  mb: { callId: "mb", namespace: "mcp__odd", name: "bad", arguments: "{}" },
};

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "isocell-hooks-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A command that leaves what it was told as a line of the log, in one piece, and then does something. */
function logged(command: string): string {
  return `line=$(cat); printf '%s\\n' "$line" >> ${join(folder, "told")}; ${command}`;
}

function told(): { tool_name: string; tool_use_id: string }[] {
  try {
    const lines = readFileSync(join(folder, "told"), "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ReturnType<typeof told>[number]);
  } catch {
    return [];
  }
}

function source(event: HookEvent, commands: readonly string[], more: object = {}, group: object = {}): HookSource {
  const hooks = commands.map((command) => ({ type: "command", command: logged(command), ...more }));
  return { hooks: { [event]: [{ ...group, hooks }] } };
}

/** A session of a host with the built-in tools and an MCP server, and what its history gets besides outputs. */
async function sessionWith(hooks: readonly HookSource[]): Promise<{ session: Session; notes: string[] }> {
  const tools = ["echo", "bad"].map((name) => ({ name, inputSchema: { type: "object" } }));
  const bad = { result: { content: [{ type: "text", text: "tool failed" }], isError: true } };
  const { host } = await builtinHost({
    hooks,
    mcpServers: { odd: hostile({ tools, acts: { echo: { echo: true }, bad } }) },
  });
  const notes: string[] = [];
  return { session: host.openSession({ onContext: ({ text }) => notes.push(`developer: ${text}`) }), notes };
}

/** Makes calls in one turn; answers with their outputs, and with the history as it is then. */
async function turnOf(
  session: Session,
  ids: readonly string[],
): Promise<Required<Pick<Expected, "outputs" | "history">>> {
  const turn = (await session.step()).turn();
  const outputs: [string, string][] = [];
  const kind = (call: StepCall | undefined): string =>
    call?.input === undefined ? "function_call" : "custom_tool_call";
  const history = ids.map((id) => `${kind(CALLS[id])}:${id}`);
  for (const id of ids) void turn.add(CALLS[id] ?? { name: id });
  for await (const { call, output } of turn.outputs()) {
    const text = output.content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
    outputs.push([call.callId ?? "", steady(text)]);
    history.push(...output.context.map((note) => `developer: ${note}`), `${kind(call)}_output:${call.callId}`);
  }
  return { outputs, history };
}

async function outputOf(hooks: readonly HookSource[]): Promise<string | undefined> {
  const { session } = await sessionWith(hooks);
  const { outputs } = await turnOf(session, ["ex"]);
  return outputs[0]?.[1];
}

function single(id: string): { readonly input: Input; readonly expected: Expected } {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

describe("Hooks around the tools of a host", () => {
  test.for(cases.filter(({ input }) => input.calls !== undefined))(
    "see and change direct calls as in the reference: $id",
    async ({ input: { event = "PreToolUse", hookDoes = "" }, expected }) => {
      const { session } = await sessionWith([source(event, [hookMode(hookDoes, event)])]);
      const ids = expected.outputs?.map(([id]) => id) ?? [];
      expect(await turnOf(session, ids)).toEqual({ outputs: expected.outputs, history: expected.history });
      if (expected.hookRanFor !== undefined) {
        expect(
          told()
            .map((one) => one.tool_name)
            .toSorted(),
        ).toEqual(expected.hookRanFor.toSorted());
      }
    },
  );

  test.for(cases.filter(({ input }) => input.matcher !== undefined))(
    "concern the tools that they concern in the reference: $id",
    async ({ input: { matcher = "", tools = [] }, expected }) => {
      const { session } = await sessionWith([source("PreToolUse", ["exit 0"], {}, { matcher })]);
      await turnOf(session, ["ex", "pa", "mc"]);
      // There are no agents here to start.
      expect(
        told()
          .map((one) => one.tool_name)
          .toSorted(),
      ).toEqual(tools.filter((name) => expected.includes(name) && name !== "spawn_agent").toSorted());
    },
  );

  test.for(cases.filter(({ input }) => input.code !== undefined))(
    "see and change a script's calls as in the reference: $id",
    async ({ input: { event = "PreToolUse", hookDoes = "", code = "" }, expected }) => {
      // On purpose, hooks also see the script itself before it runs, and may deny or rewrite it.
      const ofScript = event === "PreToolUse" ? ["exec"] : [];
      const { session, notes } = await sessionWith([source(event, [hookMode(hookDoes, event)])]);
      const { content } = await (await session.step()).call({ callId: "e1", name: "exec", input: code });
      const output = steady(content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n"));
      // A rejection is an error object here, with a stack: a string in the reference. Its text is the same.
      const strings = output.replaceAll('"object","Error: ', '"string","').replaceAll('"object","', '"string","');
      expect({
        output: strings,
        history: ["custom_tool_call:e1", ...notes, "custom_tool_call_output:e1"],
        hookRanFor: told().map((one) => one.tool_name),
        toolUseIds: told().map((one) => one.tool_use_id.replace(/^exec-[0-9a-f-]{36}$/u, "exec-<uuid>")),
      }).toEqual({
        output: expected.output,
        history: expected.history,
        hookRanFor: [...ofScript, ...(expected.hookRanFor ?? [])],
        toolUseIds: [...ofScript.map(() => "e1"), ...(expected.toolUseIds ?? [])],
      });
    },
  );

  test.for(cases.filter(({ input }) => input.handlers !== undefined))(
    "are all heard, as in the reference: $id",
    async ({ input: { handlers = [] }, expected }) => {
      const commands = handlers.map((name) => hookMode(name, "PreToolUse"));
      const { session } = await sessionWith([source("PreToolUse", commands)]);
      const { outputs, history } = await turnOf(session, ["ex"]);
      expect({ output: outputs[0]?.[1], handlersRun: told().length, history }).toEqual(expected);
    },
  );

  test("let a call go on when they take too long: hooks/pre:timeout_fails_open", async () => {
    const { input, expected } = single("hooks/pre:timeout_fails_open");
    const { timeout, hookSleeps } = input;
    const output = await outputOf([source("PreToolUse", [`sleep ${hookSleeps}`], { timeout })]);
    expect({ output, started: told().length }).toEqual(expected);
  });

  test("come from a TOML file, too: hooks/config_toml_form", async () => {
    const file = join(folder, "config.toml");
    const command = `'''${hookMode("deny", "PreToolUse")}'''`;
    writeFileSync(
      file,
      `[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = ${command}\n`,
    );
    expect({ output: await outputOf([await loadHooks(file)]) }).toEqual(single("hooks/config_toml_form").expected);
  });
});
