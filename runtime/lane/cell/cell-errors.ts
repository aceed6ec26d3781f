// What a cell can fail with on this side, in the words a model reads.
import { isOutcomeErrorCode, MAX_ERROR_UNITS } from "../../../protocol/index.ts";
import type { WireError } from "../../../protocol/index.ts";
import { SourceError } from "../../isolate/engine.ts";
import type { LaneCell } from "./lane-cell.ts";

export const DEADLOCK: WireError = {
  code: "deadlock",
  message: "Nothing is pending that could settle what the script awaits: no tool call, no timer.",
};

export function cpuError(cell: LaneCell): WireError {
  return { code: "cpu", message: `The script computed for more than ${cell.session.limits.cpuMs} ms (limit cpuMs).` };
}

export function memoryError(cell: LaneCell): WireError {
  return {
    code: "memory",
    message: `The script needed more than ${cell.session.limits.memoryMb} MB (limit memoryMb).`,
  };
}

export function doneError(done: { code: string; message: string }): WireError | null {
  if (done.code === "") return null;
  return { code: isOutcomeErrorCode(done.code) ? done.code : "script", message: shortened(done.message) };
}

/** An error text that fits into the frame that ends a cell. */
function shortened(message: string): string {
  const more = message.length - MAX_ERROR_UNITS;
  return more <= 0 ? message : `${message.slice(0, MAX_ERROR_UNITS).toWellFormed()}… (${more} more characters)`;
}

export function sourceFailure(error: unknown, disposed: boolean): WireError {
  if (error instanceof SourceError) {
    const position = error.line > 0 ? { line: error.line, column: error.column } : {};
    return { code: "syntax", message: shortened(error.message), ...position };
  }
  return disposed
    ? { code: "memory", message: "The source alone needs more memory than the cell may use (limit memoryMb)." }
    : { code: "internal", message: "The runtime could not load the script." };
}
