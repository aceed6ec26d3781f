import type { Elicitation, FormField } from "../../approvals/elicitation/contract.ts";
import { visibleText, wrapColumns } from "../../approvals/shown/visible-text.ts";

const MAX_CHARS = 2000;
const MAX_OPTIONS = 40;
const MIN_COLUMNS = 20;

/** What a server asks for, in rows that fit the terminal. Nothing of the server's begins a row without a margin. */
export function requestRows(request: Elicitation, columns: number): string[] {
  const { server, message } = request;
  const said = quoted(message, columns);
  if (request.kind === "url") {
    const { host } = new URL(request.url);
    return [
      ...rows(`The MCP server ${server} asks you to open an address of ${host}:`, "", columns),
      ...quoted(request.url, columns),
      ...rows("It says:", "", columns),
      ...said,
      ...rows("Do not go on unless you know why. What you enter there is not seen here.", "", columns),
    ];
  }
  const names = request.fields.map(({ name, title }) => title ?? name).join(", ");
  return [
    ...rows(`The MCP server ${server} asks for: ${names === "" ? "a confirmation" : names}`, "", columns),
    ...rows("It says:", "", columns),
    ...said,
  ];
}

/** A field and what it takes. */
export function fieldRows(field: FormField, columns: number): string[] {
  const { name, title, description, required } = field;
  const label = title === undefined ? name : `${title} (${name})`;
  const hint = `${hintFor(field)}${required ? "" : ", may be left empty"}`;
  const head = rows(`${label}: ${hint}`, "", columns);
  const about = description === undefined ? [] : quoted(description, columns);
  if (field.kind !== "choice" && field.kind !== "choices") return [...head, ...about];
  const shown = field.options.slice(0, MAX_OPTIONS).map(({ value, label: text }, index) => {
    return `${index + 1}  ${text === value ? value : `${text} (${value})`}`;
  });
  const more = field.options.length - shown.length;
  if (more > 0) shown.push(`and ${more} more, to be typed as they are`);
  return [...head, ...about, ...shown.flatMap((row) => rows(row, "  ", columns))];
}

function hintFor(field: FormField): string {
  switch (field.kind) {
    case "string":
      return field.format === undefined ? "a text" : `a text of the form ${field.format}`;
    case "number":
      return "a number";
    case "integer":
      return "a whole number";
    case "boolean":
      return "y or n";
    case "choice":
      return "one of these, by number";
    case "choices":
      return "any of these, numbers with commas";
  }
}

function quoted(text: string, columns: number): string[] {
  const lines = cut(text).split(/\r?\n/u);
  return lines.flatMap((line) => rows(line, "  | ", columns));
}

function rows(text: string, margin: string, columns: number): string[] {
  const width = Math.max(columns, MIN_COLUMNS) - 1 - margin.length;
  return wrapColumns(visibleText(cut(text)), width).map((row) => margin + row);
}

function cut(text: string): string {
  return text.length <= MAX_CHARS
    ? text
    : `${text.slice(0, MAX_CHARS)} … ${text.length - MAX_CHARS} characters not shown`;
}
