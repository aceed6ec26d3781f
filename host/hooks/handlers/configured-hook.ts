import type { HookCall } from "../contract.ts";
import type { CommandHandler, ConfiguredHandler, HooksOptions, McpToolHandler, McpToolRunner } from "../sources.ts";
import { readAnswer } from "./command-answer.ts";
import { hookInput } from "./command-input.ts";
import type { ContextLimit } from "./context-limit.ts";
import { HookFailure } from "./effect.ts";
import type { Effect } from "./effect.ts";
import { mcpToolInput } from "./mcp-tool.ts";
import { runCommand } from "./run-command.ts";
import { withinTime } from "./within-time.ts";

const BLOCKING_EXIT = 2;
const DETAIL_CHARACTERS = 2000;

type Told = Readonly<Record<string, unknown>>;
type After = { readonly response: unknown } | null;

/**
 * Runs a handler of a file or configuration and reads its answer.
 *
 * @throws {HookFailure} with what went wrong.
 */
export async function runConfigured(
  handler: ConfiguredHandler,
  call: HookCall,
  after: After,
  options: HooksOptions & { readonly limitContext: ContextLimit },
): Promise<Effect> {
  const told = hookInput(call, after, options);
  const effect =
    handler.what.type === "command"
      ? await command(handler, handler.what, told, options.cwd, call.signal)
      : await mcpTool(handler, handler.what, told, options.callMcpTool, call.signal);
  if (effect.context === undefined) return effect;
  const limited = effect.context.map((text) => options.limitContext(text, handler.additionalContextLimit));
  return { ...effect, context: await Promise.all(limited) };
}

async function command(
  handler: ConfiguredHandler,
  what: CommandHandler,
  told: Told,
  cwd: string,
  signal: AbortSignal,
): Promise<Effect> {
  const end = await runCommand({
    command: commandHere(what),
    ...(what.args === undefined ? {} : { args: what.args }),
    cwd,
    input: toJson(told),
    timeoutMs: handler.timeoutMs,
    // What the call does not wait for does not end with it.
    signal: handler.async ? null : signal,
    background: handler.async,
  });
  if (end.code === 0) {
    if (end.overflow) throw new HookFailure("it wrote more than 1 MB to its standard output");
    return readAnswer(handler.event, end.stdout);
  }
  const said = end.stderr.trim();
  if (end.code === BLOCKING_EXIT) {
    if (said === "") throw new HookFailure("it ended with exit code 2 and no reason on its standard error");
    return handler.event === "before" ? { deny: said } : { block: said };
  }
  const how = end.code === null ? `by signal ${end.signal}` : `with exit code ${end.code}`;
  throw new HookFailure(`it ended ${how}`, said.slice(0, DETAIL_CHARACTERS));
}

async function mcpTool(
  handler: ConfiguredHandler,
  what: McpToolHandler,
  told: Told,
  run: McpToolRunner | undefined,
  signal: AbortSignal,
): Promise<Effect> {
  if (run === undefined) throw new HookFailure("MCP tools cannot be called here");
  const { server, tool } = what;
  const input = mcpToolInput(what, told);
  const whole = handler.async ? new AbortController().signal : signal;
  const result: unknown = await withinTime((scoped) => run({ server, tool, input }, scoped), handler.timeoutMs, whole);
  const { text, isError } = (result ?? {}) as { readonly text?: unknown; readonly isError?: unknown };
  if (typeof text !== "string") throw new HookFailure("its tool gave no text");
  if (isError === true) throw new HookFailure("its tool failed", text.slice(0, DETAIL_CHARACTERS));
  return readAnswer(handler.event, text);
}

/** The command of this platform. */
export function commandHere(what: CommandHandler): string {
  return process.platform === "win32" ? (what.commandWindows ?? what.command) : what.command;
}

function toJson(told: Told): string {
  try {
    return JSON.stringify(told);
  } catch (error) {
    throw new HookFailure("the call cannot be told as JSON", error instanceof Error ? error.message : "");
  }
}
