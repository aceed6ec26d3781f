import { IsocellError } from "../../../protocol/index.ts";
import type { StdioServerConfig } from "../server-config.ts";
import type { StartAttempt } from "../server-link.ts";
import type { ServerExit } from "./server-process.ts";

/** What is known of a server that did not start. */
export interface StartFailure extends StartAttempt {
  readonly server: string;
  readonly config: StdioServerConfig;
  readonly exit: ServerExit | undefined;
  readonly stderrTail: string;
  /** The first line of standard output that was no message. */
  readonly noise: string | undefined;
  /** Why this side hung up. */
  readonly hungUp: string | undefined;
}

/** The error for a server that could not be started: which one, what failed, what it printed, what to do. */
export function startError(failure: StartFailure): IsocellError {
  const { server, config, exit, stderrTail, noise } = failure;
  const printed = stderrTail.trimEnd();
  const lines = [`MCP server "${server}" could not be started: ${reason(failure)}.`];
  if (noise !== undefined) lines.push(`It printed to standard output, where only MCP messages belong: ${noise}`);
  if (printed !== "")
    lines.push("Its last output on standard error:", ...printed.split("\n").map((line) => `  | ${line}`));
  lines.push(advice(failure));
  return new IsocellError("mcp_failed", lines.join("\n"), {
    data: { server, command: config.command, args: config.args ?? [], exit: exit ?? null, stderr: printed },
    cause: failure.cause,
  });
}

function reason({ config, doing, cause, exit, timedOut, timeoutMs, hungUp }: StartFailure): string {
  const errno = cause instanceof Error && "syscall" in cause ? (cause as NodeJS.ErrnoException) : undefined;
  if (errno?.code === "ENOENT" && errno.syscall?.startsWith("spawn")) {
    return config.cwd === undefined
      ? `its command "${config.command}" was not found`
      : `its command "${config.command}" or its folder "${config.cwd}" was not found`;
  }
  if (errno?.code === "EACCES") return `its command "${config.command}" may not be executed`;
  if (hungUp !== undefined) return `during ${doing} ${hungUp}`;
  if (exit !== undefined) return `its process ended ${describeExit(exit)} during ${doing}`;
  if (timedOut) return `no answer to ${doing} came within ${timeoutMs / 1000} s`;
  return `${doing} failed: ${cause instanceof Error ? cause.message : String(cause)}`;
}

function advice({ server, config, exit, timedOut }: StartFailure): string {
  const command = [config.command, ...(config.args ?? [])].join(" ");
  const where = `mcpServers["${server}"]`;
  if (exit === undefined && timedOut)
    return `Check that \`${command}\` is an MCP server over standard input and output (${where}).`;
  return `Check command, args, cwd and env of ${where}; running \`${command}\` by hand shows what is wrong.`;
}

/** How a process ended, in words that follow `ended`. */
export function describeExit({ code, signal }: ServerExit): string {
  return signal === null ? `with exit code ${code}` : `by signal ${signal}`;
}
