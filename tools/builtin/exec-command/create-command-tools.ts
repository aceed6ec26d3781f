import { IsocellError } from "../../../protocol/index.ts";
import { readArguments } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import {
  EXEC_ARGUMENTS_SCHEMA,
  EXEC_READER,
  EXEC_INPUT_SCHEMA,
  EXEC_OUTPUT_SCHEMA,
} from "./arguments/exec-arguments.ts";
import type { ExecArguments } from "./arguments/exec-arguments.ts";
import { STDIN_ARGUMENTS_SCHEMA, STDIN_READER, STDIN_INPUT_SCHEMA } from "./arguments/stdin-arguments.ts";
import type { StdinArguments } from "./arguments/stdin-arguments.ts";
import { describeConfinement } from "./confinement/report.ts";
import type { ConfinementReport } from "./confinement/report.ts";
import { execCommand } from "./exec-command.ts";
import type { CommandParts } from "./exec-command.ts";
import { COMMAND_HOOKS, SESSION_HOOKS } from "./hook-view.ts";
import { Judge } from "./judge.ts";
import type { CommandToolsOptions } from "./options.ts";
import { Launcher } from "./process/launcher.ts";
import { SessionStore } from "./sessions/session-store.ts";
import { abortedText, execDescription, STDIN_DESCRIPTION } from "./texts.ts";
import { writeStdin } from "./write-stdin.ts";

/** The tools that run commands, and what ends all that they started. */
export interface CommandTools {
  /** `exec_command` and `write_stdin`. */
  readonly executors: readonly ToolExecutor[];
  /** How commands are confined. */
  readonly confinement: ConfinementReport;
  /** Ends the sessions of one conversation (`CallContext.sessionId`), which is over. Never rejects. */
  readonly closeSession: (sessionId: string) => Promise<void>;
  /** Ends every session and everything commands left behind. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the tools that run commands. Looks once whether commands can be confined here, by starting a program.
 * @throws {IsocellError} `invalid_options` for options that are none, and where confinement is required and there is none.
 */
export function createCommandTools(options: CommandToolsOptions): CommandTools {
  checkOptions(options);
  const report = describeConfinement(options.confinement);
  if (options.confinement?.required === true && !report.confined) {
    const advice = report.advice === null ? "" : ` ${report.advice}`;
    throw new IsocellError(
      "invalid_options",
      `confinement.required: commands are not confined, ${report.reason}.${advice}`,
    );
  }
  const launcher = new Launcher(options);
  const parts: CommandParts = {
    options,
    launcher,
    sessions: new SessionStore(),
    judge: new Judge(report, launcher.shell),
    report,
    budget: options.outputBudget ?? { maxTokens: 10_000 },
  };
  let closing: Promise<void> | null = null;
  return {
    executors: [execExecutor(parts), stdinExecutor(parts)],
    confinement: report,
    closeSession: async (sessionId) => {
      await Promise.allSettled(parts.sessions.take(sessionId).map((command) => command.end(launcher.graceMs)));
    },
    close: () => (closing ??= launcher.close()),
  };
}

function execExecutor(parts: CommandParts): ToolExecutor {
  const { judge, options, report } = parts;
  return Object.freeze<ToolExecutor>({
    ...COMMON,
    name: "exec_command",
    spec: {
      type: "function",
      namespace: "",
      name: "exec_command",
      description: execDescription(report),
      inputSchema: EXEC_INPUT_SCHEMA,
      argumentsSchema: EXEC_ARGUMENTS_SCHEMA,
      outputSchema: EXEC_OUTPUT_SCHEMA,
    },
    parallel: options.parallel === "always" ? () => true : (input) => judge.onlyReads(input),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: !report.confined || report.network },
    approval: judge.approval,
    hooks: COMMAND_HOOKS,
    abortedText,
    parseArguments: (json) => readArguments(json, EXEC_READER),
    handle: (input, context) => execCommand(input as ExecArguments, context, parts),
  });
}

function stdinExecutor(parts: CommandParts): ToolExecutor {
  return Object.freeze<ToolExecutor>({
    ...COMMON,
    name: "write_stdin",
    spec: {
      type: "function",
      namespace: "",
      name: "write_stdin",
      description: STDIN_DESCRIPTION,
      inputSchema: STDIN_INPUT_SCHEMA,
      argumentsSchema: STDIN_ARGUMENTS_SCHEMA,
      outputSchema: EXEC_OUTPUT_SCHEMA,
    },
    // A session goes on outside of the gate, whoever looks at it; those who use one wait for each other.
    parallel: () => true,
    hooks: SESSION_HOOKS,
    parseArguments: (json) => readArguments(json, STDIN_READER),
    handle: (input, context) => writeStdin(input as StdinArguments, context, parts),
  });
}

/** Both cut their output themselves. */
const COMMON = {
  namespace: "",
  kind: "function",
  exposure: "direct",
  maxOutputTokens: Number.POSITIVE_INFINITY,
} as const;

function checkOptions({ parallel, graceMs, shell }: CommandToolsOptions): void {
  const refuse = (what: string): never => {
    throw new IsocellError("invalid_options", `Options of the command tools: ${what}.`);
  };
  if (parallel !== undefined && parallel !== "read-only" && parallel !== "always") {
    refuse(`parallel must be read-only or always; it is ${String(parallel)}`);
  }
  if (graceMs !== undefined && !(Number.isFinite(graceMs) && graceMs >= 0)) {
    refuse(`graceMs must be a number of milliseconds from 0; it is ${String(graceMs)}`);
  }
  if (shell !== undefined && typeof shell !== "string") refuse("shell must be the path of a program");
}
