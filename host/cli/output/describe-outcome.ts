import type { CellError, Outcome } from "../../outcome.ts";
import { formatBytes, formatCount, formatTime } from "./format.ts";

/** The name that scripts have in stacks. */
const SCRIPT_NAME = "exec_main.mjs";

/** What went wrong in a script: position, code, message and excerpt. */
export function describeError(error: CellError, file: string): string {
  const position =
    error.line === undefined ? "" : `:${error.line}${error.column === undefined ? "" : `:${error.column}`}`;
  const text = (error.stack ?? error.message).trimEnd();
  // A stack says where it came from, but not always all of the message.
  const message = text.includes(error.message.trimEnd()) ? text : `${error.message.trimEnd()}\n${text}`;
  const lines = [`${file}${position}: ${error.code} error`, message.replaceAll(SCRIPT_NAME, () => file)];
  if (error.excerpt !== undefined) lines.push("", error.excerpt.trimEnd(), "");
  if (error.hint !== undefined) lines.push(error.hint);
  return lines.join("\n");
}

/** One line: how it ended, how long it took, how many calls it made, how much memory it needed. */
export function describeSummary({ status, error, timing, calls, memoryPeakBytes }: Outcome): string {
  const parts = [
    `${status}${error === undefined ? "" : ` (${error.code})`} in ${formatTime(timing.wallMs)}`,
    formatCount(calls.length, "call"),
  ];
  if (memoryPeakBytes > 0) parts.push(formatBytes(memoryPeakBytes));
  return parts.join(", ");
}
