import { shown } from "../file-problem.ts";
import { describeLeftOut, note } from "../walk/left-out.ts";
import type { FileMatch } from "./search-files.ts";
import type { SearchResult } from "./search-text.ts";

/** A search's result for a model: matches below the name of their file, `12:` before a match and `11-` before other lines. */
export function showSearch({ matches, truncated, next_offset: next, left_out: leftOut }: SearchResult): string {
  const lines: string[] = matches.length === 0 ? ["Nothing was found."] : [];
  let previous: FileMatch | null = null;
  for (const match of matches) {
    const { path, line, before = [], after = [] } = match;
    if (previous?.path !== path) lines.push(...(previous === null ? [] : [""]), shown(path));
    else if (hasContext(match) && line - before.length > lastLine(previous) + 1) lines.push("--");
    before.forEach((text, index) => lines.push(`${line - before.length + index}-${visible(text)}`));
    lines.push(
      `${line}:${visible(match.text)}${match.cut === true ? ` [part of the line, match at column ${match.column}]` : ""}`,
    );
    after.forEach((text, index) => lines.push(`${line + 1 + index}-${visible(text)}`));
    previous = match;
  }
  const last = note(
    truncated ? `More matches follow; go on with offset ${next}.` : "",
    leftOut === undefined ? "" : describeLeftOut(leftOut),
  );
  return [...lines, ...(last === "" ? [] : [last])].join("\n");
}

function hasContext({ before, after }: FileMatch): boolean {
  return before !== undefined || after !== undefined;
}

function lastLine({ line, after = [] }: FileMatch): number {
  return line + after.length;
}

/** A carriage return within a line would hide what stands before it. */
function visible(text: string): string {
  return text.replaceAll("\r", "\u240d");
}
