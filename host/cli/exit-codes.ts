import type { CallerErrorCode, OutcomeErrorCode } from "../../protocol/index.ts";

/** Exit codes of the command line. A signal adds its number to 128. */
export const EXIT = {
  completed: 0,
  scriptFailed: 1,
  usage: 2,
  limitOrCrash: 3,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;

const USAGE: ReadonlySet<CallerErrorCode> = new Set([
  "invalid_config",
  "invalid_options",
  "invalid_tool",
  "duplicate_tool",
  "mcp_failed",
]);

/** The exit code for a script that failed with this code. */
export function exitCodeOfOutcome(code: OutcomeErrorCode): number {
  return code === "script" || code === "syntax" ? EXIT.scriptFailed : EXIT.limitOrCrash;
}

/** The exit code for an error that isocell threw. */
export function exitCodeOfError(code: CallerErrorCode): number {
  return USAGE.has(code) ? EXIT.usage : EXIT.limitOrCrash;
}
