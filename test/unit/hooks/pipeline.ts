// Plays the part of the pipeline around hooks: the tool's view of its input, before, the handler, after.
import { randomUUID } from "node:crypto";
import type { Hooks } from "../../../host/hooks/contract.ts";
import type { CallSource, HookView } from "../../../tools/index.ts";

interface Result {
  readonly success: boolean;
  readonly output: string;
  readonly value: unknown;
}

/** A tool whose results look like those of the reference. */
export interface PlayedTool {
  readonly name: string;
  readonly callType: string;
  readonly view: HookView;
  readonly handle: (input: unknown) => Result;
}

/** What a caller gets, and what the history got meanwhile. */
export interface Played {
  readonly failed: boolean;
  readonly output: string;
  readonly value: unknown;
  readonly history: readonly string[];
}

const HEAD = "Wall time: <t> seconds\n";

export const EXEC: PlayedTool = {
  name: "exec_command",
  callType: "function_call",
  view: {
    name: "Bash",
    input: (input) => ({ command: (input as { cmd: string }).cmd }),
    rewrite: (_, rewritten) => ({ cmd: (rewritten as { command: string }).command }),
  },
  handle: (input) => {
    const said = `${(input as { cmd: string }).cmd.replace(/^echo /, "")}\n`;
    const tokens = Math.ceil(said.length / 4);
    const output = `Chunk ID: <id>\n${HEAD}Process exited with code 0\nOriginal token count: ${tokens}\nOutput:\n${said}`;
    return { success: true, output, value: { output: said } };
  },
};

export const PATCH: PlayedTool = {
  name: "apply_patch",
  callType: "custom_tool_call",
  view: {
    name: "apply_patch",
    aliases: ["Write", "Edit"],
    input: (input) => ({ command: input }),
    rewrite: (_, rewritten) => (rewritten as { command: string }).command,
  },
  handle: (input) => {
    const [, file] = /^\*\*\* Begin Patch\n\*\*\* Add File: (.+)\n/.exec(String(input)) ?? [];
    if (file === undefined) {
      const why = "The first line of the patch must be '*** Begin Patch'";
      return { success: false, output: `apply_patch verification failed: invalid patch: ${why}`, value: null };
    }
    const said = `Success. Updated the following files:\nA ${file}\n`;
    return { success: true, output: `Exit code: 0\n${HEAD}Output:\n${said}`, value: {} };
  },
};

export const MCP: PlayedTool = {
  name: "echo",
  callType: "function_call",
  view: { name: "mcp__odd__echo" },
  handle: (input) => {
    const text = JSON.stringify(input);
    return { success: true, output: `${HEAD}Output:\n${text}`, value: { content: [{ type: "text", text }] } };
  },
};

export const MCP_FAILING: PlayedTool = {
  ...MCP,
  handle: () => ({ success: false, output: `${HEAD}Output:\ntool failed`, value: null }),
};

export async function play(
  hooks: Hooks,
  tool: PlayedTool,
  given: unknown,
  { id, source = { kind: "direct" } }: { readonly id?: string; readonly source?: CallSource } = {},
): Promise<Played> {
  const { view } = tool;
  const history: string[] = [];
  const told = (texts: readonly string[]): void => void history.push(...texts.map((text) => `developer: ${text}`));
  const done = (failed: boolean, output: string, value: unknown = null): Played => {
    if (source.kind === "direct") history.push(`${tool.callType}_output:${id ?? ""}`);
    return { failed, output, value, history };
  };
  const call = {
    sessionId: "session",
    stepId: "step",
    callId: id ?? `exec-${randomUUID()}`,
    source,
    name: view.name,
    aliases: view.aliases ?? [],
    tool: { namespace: "", name: tool.name },
    input: view.input === undefined ? given : view.input(given),
    signal: new AbortController().signal,
  };
  let input = given;
  if (hooks.concerns("before", call.name, call.aliases)) {
    const { deny, rewritten, context } = await hooks.before(call, () => {});
    told(context);
    if (deny !== undefined) return done(true, deny.reason);
    if (rewritten !== undefined) input = view.rewrite?.(given, rewritten.input) ?? rewritten.input;
  }
  const result = tool.handle(input);
  if (!result.success || !hooks.concerns("after", call.name, call.aliases)) {
    return done(!result.success, result.output, result.value);
  }
  const { block, replace, context } = await hooks.after(call, result.value, () => {});
  told(context);
  if (block !== undefined) return done(true, block.reason);
  return done(false, replace?.text ?? result.output, result.value);
}
