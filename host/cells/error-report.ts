import type { WireError } from "../../protocol/index.ts";
import { nearestNames } from "../../tools/index.ts";
import type { CellError } from "../outcome.ts";
import { hintForMissing } from "./missing-names.ts";

/** Position of the topmost frame that lies in the script. */
const SCRIPT_FRAME = /exec_main\.mjs:(\d+):(\d+)/u;
const UNKNOWN_NAME = /^ReferenceError: ([\w$]+) is not defined/u;
const UNKNOWN_TOOL = /^TypeError: tools\.([\w$]+) is not a function/u;
const PRELUDE_FRAME = /\n {4}at [^\n]*\bisocell:prelude:[^\n]*/gu;
const EVAL_ORIGIN = /(\beval at [^\n(]*\(exec_main\.mjs:)(\d+)/gu;
const MAX_SUGGESTIONS = 3;
/** Lines shown before and after the one that is meant. */
const EXCERPT_LINES = 2;
const EXCERPT_WIDTH = 160;

/** Adds to an error what the source and the catalog can tell: position, excerpt, and names that were near. */
export function reportError(error: WireError, source: string, toolNames: () => readonly string[]): CellError {
  const { code } = error;
  const text = withoutOurFrames(error.message);
  const frame = SCRIPT_FRAME.exec(text);
  const line = error.line ?? (frame === null ? undefined : Number(frame[1]));
  const column = error.column ?? (frame === null ? undefined : Number(frame[2]));
  const missing = UNKNOWN_NAME.exec(text)?.[1];
  const hint = missing === undefined ? null : hintForMissing(missing);
  const message = text + suggestion(text, toolNames);
  return {
    code,
    message,
    ...(hint === null ? {} : { hint }),
    ...(code === "script" && frame !== null ? { stack: text } : {}),
    ...(line === undefined || column === undefined ? {} : { line, column, excerpt: excerptOf(source, line, column) }),
  };
}

/**
 * Leaves out frames of the prelude, and counts lines in the origin of an `eval` as everywhere: V8 does not apply the
 * offset there that leaves the runtime's own first line out of account.
 */
function withoutOurFrames(stack: string): string {
  return stack
    .replaceAll(PRELUDE_FRAME, "")
    .replaceAll(EVAL_ORIGIN, (_all, before: string, line: string) => `${before}${Number(line) - 1}`);
}

function suggestion(message: string, toolNames: () => readonly string[]): string {
  const unknown = UNKNOWN_TOOL.exec(message)?.[1];
  if (unknown === undefined) return "";
  const near = nearestNames(unknown, toolNames(), MAX_SUGGESTIONS);
  return near.length === 0 ? "" : `\nTools with a similar name: ${near.join(", ")}.`;
}

/** The lines around a position, numbered, with a marker under the column. Line and column count from 1. */
export function excerptOf(source: string, line: number, column: number): string {
  const lines = source.split(/\r\n|[\n\r\u2028\u2029]/u);
  // The line break at the end of a file begins no line worth showing.
  if (lines.length > line && lines.at(-1) === "") lines.pop();
  const first = Math.max(1, line - EXCERPT_LINES);
  const last = Math.min(lines.length, line + EXCERPT_LINES);
  const digits = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = lines[number - 1] ?? "";
    // A long line is shown around the column.
    const start = text.length <= EXCERPT_WIDTH || number !== line ? 0 : Math.max(0, column - 1 - EXCERPT_WIDTH / 2);
    shown.push(`${String(number).padStart(digits)} | ${text.slice(start, start + EXCERPT_WIDTH)}`.trimEnd());
    if (number === line) shown.push(`${" ".repeat(digits)} | ${" ".repeat(Math.max(0, column - 1 - start))}^`);
  }
  return shown.join("\n");
}
