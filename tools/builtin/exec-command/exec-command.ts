import { readPatchCommand } from "../apply-patch/read-patch-command.ts";
import { BARE_PATCH, PATCH_READ_ONLY } from "../apply-patch/texts.ts";
import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { performance } from "node:perf_hooks";
import { ConfinementDenied } from "../../contract/executor.ts";
import type { CallContext, ToolResult } from "../../contract/executor.ts";
import type { TextBudget } from "../../truncation/cut-middle.ts";
import { PathRefused } from "../paths/allowed-roots.ts";
import type { ExecArguments } from "./arguments/exec-arguments.ts";
import type { ConfinementReport } from "./confinement/report.ts";
import { denialIn } from "./confinement/denial.ts";
import { COMMAND_HOOKS } from "./hook-view.ts";
import { isUnjustified } from "./judge.ts";
import type { Judge } from "./judge.ts";
import type { CommandToolsOptions } from "./options.ts";
import { execResult } from "./output/exec-result.ts";
import { notStarted } from "./output/not-started.ts";
import { patchResult } from "./output/patch-result.ts";
import type { Launcher } from "./process/launcher.ts";
import { startProblem, systemReason } from "./process/start-problem.ts";
import type { Command } from "./sessions/command.ts";
import type { SessionStore } from "./sessions/session-store.ts";
import { execYieldMs } from "./sessions/yield-times.ts";
import { JUSTIFICATION_ALONE } from "./texts.ts";

/** What both tools work with. */
export interface CommandParts {
  readonly options: CommandToolsOptions;
  readonly launcher: Launcher;
  readonly sessions: SessionStore;
  readonly judge: Judge;
  readonly report: ConfinementReport;
  readonly budget: TextBudget;
}

const TOOL = { namespace: "", name: "exec_command" } as const;

/** Runs one call of `exec_command`. */
export async function execCommand(
  input: ExecArguments,
  context: CallContext,
  parts: CommandParts,
): Promise<ToolResult> {
  if (isUnjustified(input)) throw new Error(JUSTIFICATION_ALONE);
  const startedAt = performance.now();
  const found = readPatchCommand(input.cmd);
  if (found?.kind === "bare") throw new Error(BARE_PATCH);
  const cwd = await folderOf(input.workdir ?? ".", parts.options);
  const { applyPatch } = parts.options;
  if (found !== null && applyPatch !== undefined) {
    const readOnly = parts.report.confined && parts.report.profile === "read-only";
    if (readOnly && !context.unconfined) throw new ConfinementDenied(PATCH_READ_ONLY, "write files by a patch");
    const workdir = found.folder === null ? cwd : await folderOf(found.folder, parts.options, cwd);
    const text = await applyPatch(found.text, { workdir, signal: context.signal });
    return patchResult(text, performance.now() - startedAt);
  }
  return run(input, cwd, context, parts, startedAt);
}

async function run(
  input: ExecArguments,
  cwd: string,
  context: CallContext,
  { launcher, sessions, judge, report, budget }: CommandParts,
  startedAt: number,
): Promise<ToolResult> {
  const { cmd, shell, login = true, tty = false } = input;
  const unconfined = context.unconfined || judge.escalates(input);
  context.signal.throwIfAborted();
  let command: Command;
  try {
    const startedBy = { callId: context.callId, source: context.source, tool: TOOL, input, hooks: COMMAND_HOOKS };
    command = await launcher.start({ cmd, cwd, shell, login, terminal: tty, startedBy, unconfined });
  } catch (error) {
    throw startProblem(error);
  }
  await command.wait(execYieldMs(input.yield_time_ms), context.signal);
  if (context.signal.aborted && command.exitCode === null) {
    // Somebody may be in the middle of something in a terminal; nobody would find another command again.
    if (command.hasTerminal) keep(sessions, command, context.sessionId, launcher.graceMs);
    else await command.end(launcher.graceMs);
    context.signal.throwIfAborted();
  }
  const { exitCode } = command;
  const collected = command.read();
  const answer = { wallMs: performance.now() - startedAt, collected, maxOutputTokens: input.max_output_tokens };
  if (exitCode === null) {
    const sessionId = keep(sessions, command, context.sessionId, launcher.graceMs);
    return execResult({ ...answer, standing: { sessionId } }, budget);
  }
  const result = execResult({ ...answer, standing: { exitCode } }, budget);
  const denied = report.confined && !unconfined ? denialIn(exitCode, collected.text, report.network) : null;
  if (denied === null) return result;
  const [shown] = result.output.content;
  throw new ConfinementDenied(shown?.type === "text" ? shown.text : "", `${denied}, running: ${cmd}`, result);
}

/** Keeps a command that goes on after its call; one that has to go for it is ended. */
function keep(sessions: SessionStore, command: Command, owner: string | undefined, graceMs: number): number {
  const { id, dropped } = sessions.add(command, owner);
  void dropped?.end(graceMs);
  command.unref();
  return id;
}

/** The folder a command runs in: allowed, and there. */
async function folderOf(path: string, { roots }: CommandToolsOptions, from: string = roots.cwd): Promise<string> {
  try {
    const folder = await roots.resolve(isAbsolute(path) ? path : join(from, path));
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(path), { code: "ENOTDIR" });
    return folder;
  } catch (error) {
    if (error instanceof PathRefused) throw new Error(`exec_command failed: ${error.message}`, { cause: error });
    throw new Error(notStarted(systemReason(error)), { cause: error });
  }
}
