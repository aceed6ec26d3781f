import type { ApprovalQuestion } from "../options.ts";
import { visibleText, wrapColumns } from "./visible-text.ts";

/** Rows shown of the arguments: so many of the first and of the last. */
const HEAD_ROWS = 24;
const TAIL_ROWS = 8;
/** Arguments shown at most, and characters of each. */
const MAX_ARGUMENTS = 100;
const MAX_CHARS = 10_000;
const MAX_SENTENCE = 600;
/** What stands before each row of the arguments. Nothing inside an argument can begin a row of its own without it. */
const MARGIN = "  | ";
const MIN_COLUMNS = 20;

/** Everything somebody has to see of a call before they answer, in rows that fit the terminal. */
export function questionRows(question: ApprovalQuestion, columns: number): string[] {
  const { message, detail, tool, source, input } = question;
  // A row that fills the last column makes some terminals begin another one.
  const width = Math.max(columns, MIN_COLUMNS) - 1;
  const name = tool.namespace === "" ? tool.name : `${tool.namespace}/${tool.name}`;
  const where = source.kind === "cell" && source.site !== undefined ? ` line ${source.site.line}` : "";
  const caller = source.kind === "cell" ? `a script, cell ${source.cellId}${where}` : "the model";
  return [
    ...sentence(message, "", width),
    ...sentence(`${name}, called by ${caller}`, "  ", width),
    ...(detail === undefined ? [] : sentence(detail, "  ", width)),
    ...cutRows(argumentRows(input, width - MARGIN.length).map((row) => MARGIN + row)),
  ];
}

function sentence(text: string, indent: string, width: number): string[] {
  const rows = wrapColumns(visibleText(cutText(text, MAX_SENTENCE)), width - indent.length - 2);
  return rows.map((row, index) => (index === 0 ? indent : `${indent}  `) + row);
}

/** One row or more an argument. Rows that go on with one are set in, so that they can't pass for another argument. */
function argumentRows(input: unknown, width: number): string[] {
  if (typeof input === "string") return lines(input).flatMap((line) => wrapColumns(line, width));
  if (typeof input !== "object" || input === null || Array.isArray(input)) return wrapColumns(shownValue(input), width);
  const names = Object.keys(input);
  const rows = names.slice(0, MAX_ARGUMENTS).flatMap((name) => {
    const value = (input as Readonly<Record<string, unknown>>)[name];
    const [first = "", ...others] = typeof value === "string" ? lines(value) : [shownValue(value)];
    const label = visibleText(cutText(name, MAX_SENTENCE));
    const wrapped = [`${label}: ${first}`, ...others].flatMap((line) => wrapColumns(line, width - 2));
    return wrapped.map((row, index) => (index === 0 ? row : `  ${row}`));
  });
  if (names.length > MAX_ARGUMENTS) rows.push(`and ${names.length - MAX_ARGUMENTS} more arguments`);
  return rows.length === 0 ? ["no arguments"] : rows;
}

function lines(text: string): string[] {
  return cutText(text, MAX_CHARS).split(/\r?\n/u).map(visibleText);
}

function shownValue(value: unknown): string {
  try {
    return visibleText(cutText(JSON.stringify(value) ?? String(value), MAX_CHARS));
  } catch {
    return "a value that cannot be shown";
  }
}

/** The beginning and the end, with how much is missing between them. */
function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)} … ${text.length - 2 * half} characters not shown … ${text.slice(-half)}`;
}

function cutRows(rows: readonly string[]): string[] {
  const hidden = rows.length - HEAD_ROWS - TAIL_ROWS;
  if (hidden <= 1) return [...rows];
  return [...rows.slice(0, HEAD_ROWS), `  (${hidden} rows not shown)`, ...rows.slice(-TAIL_ROWS)];
}
