import { performance } from "node:perf_hooks";
import type { CallContext, ToolResult } from "../../contract/executor.ts";
import type { StdinArguments } from "./arguments/stdin-arguments.ts";
import type { CommandParts } from "./exec-command.ts";
import { execResult } from "./output/exec-result.ts";
import type { Command } from "./sessions/command.ts";
import { writeYieldMs } from "./sessions/yield-times.ts";
import { STDIN_CLOSED, unknownSession } from "./texts.ts";

/** What a terminal sends for the key that interrupts. */
const INTERRUPT = "\u0003";

/** Runs one call of `write_stdin`. Calls of one session run one after the other. */
export async function writeStdin(
  input: StdinArguments,
  context: CallContext,
  parts: CommandParts,
): Promise<ToolResult> {
  const { session_id: id } = input;
  const command = parts.sessions.use(id, context.sessionId);
  if (command === undefined) throw new Error(unknownSession(id));
  return command.inTurn(() => {
    context.signal.throwIfAborted();
    return useSession(input, command, context, parts);
  });
}

async function useSession(
  input: StdinArguments,
  command: Command,
  context: CallContext,
  { sessions, budget }: CommandParts,
): Promise<ToolResult> {
  const { session_id: id, chars = "", yield_time_ms, max_output_tokens: maxOutputTokens } = input;
  // The end may have been told to whoever came before.
  if (!sessions.holds(id, command)) throw new Error(unknownSession(id));
  const startedAt = performance.now();
  if (chars !== "") {
    if (command.hasTerminal) command.write(chars);
    else if (chars === INTERRUPT) await command.interrupt();
    else throw new Error(STDIN_CLOSED);
  }
  await command.wait(writeYieldMs(yield_time_ms, chars !== ""), context.signal);
  // What nobody waits for any more stays for the next one.
  context.signal.throwIfAborted();
  const { exitCode } = command;
  const collected = command.read();
  if (exitCode !== null) sessions.forget(id);
  const answer = { wallMs: performance.now() - startedAt, collected, maxOutputTokens };
  if (exitCode === null) return execResult({ ...answer, standing: { sessionId: id } }, budget);
  return execResult({ ...answer, standing: { exitCode }, endOf: command.startedBy }, budget);
}
