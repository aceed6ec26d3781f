import { FileText } from "../match/file-text.ts";
import { firstStart } from "../match/first-start.ts";
import type { PatchChunk, PatchLine } from "../patch.ts";
import { diffLines } from "./diff-lines.ts";
import type { Difference } from "./diff-lines.ts";

/** What no line is compared by: not even an odd end makes two line feeds. */
const NO_LINE = "\n\n";
/** Lines around a change that are shown at least, where there are any. */
const CONTEXT = 3;

/**
 * Chunks that make one version of a file out of another. Each has as many lines around the change as it takes for the first
 * fitting place to be the right one.
 */
export function chunksBetween(before: string, after: string): readonly PatchChunk[] {
  const file = new FileText(before);
  // A mark that neither comes nor goes is nothing to speak of.
  const marks = [before, after].filter((text) => text.startsWith("\ufeff")).length;
  const lines =
    marks === 1 && file.lines.length > 0 ? file.lines.with(0, file.byteOrderMark + file.lines[0]) : file.lines;
  const fresh = newLines(file, marks === 2 ? after.slice(1) : after);
  const keys = oldKeys(file, lines);
  // A line that stays keeps the mark at the start of the file; to go, or to stand elsewhere, its line has to go.
  if (marks === 1 && file.byteOrderMark !== "") keys[0] = NO_LINE;
  const differences = diffLines(keys, fresh.keys);
  const groups = groupClose(differences);
  if (groups.length === 0) return [lastLine(lines)];
  const numbers = numbered(lines);
  let cursor = 0;
  return groups.map((group, index) => {
    const limit = groups[index + 1]?.[0]?.start ?? lines.length;
    const { from, to } = rangeOf(numbers, group, cursor, limit);
    cursor = to;
    return chunkOf(lines, fresh.texts, group, from, to);
  });
}

/** The lines of a new version: what a patch has to say for each, and what it is compared by, its end included. */
function newLines(
  file: FileText,
  after: string,
): { readonly texts: readonly string[]; readonly keys: readonly string[] } {
  if (after === "") return { texts: [], keys: [] };
  const whole = after.endsWith("\n") ? after : after + file.lineEnd;
  const raw = whole.slice(0, -1).split("\n");
  if (file.lineEnd === "\n") return { texts: raw, keys: raw };
  const texts = raw.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return { texts, keys: raw.map((line, index) => (line.endsWith("\r") ? (texts[index] ?? "") : `${line}\n`)) };
}

/** What the lines that are there are compared by: one that does not end as new lines do is another line. */
function oldKeys(file: FileText, lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const end = file.slice(index, index + 1).endsWith("\r\n") ? "\r\n" : "\n";
    if (end === file.lineEnd) return line;
    return end === "\r\n" ? `${line}\r` : `${line}\n`;
  });
}

/** A number for each line; the same lines have the same one. */
function numbered(lines: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(lines, (line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  });
}

/** Changes that are so close that their surroundings touch are shown as one. */
function groupClose(differences: readonly Difference[]): readonly (readonly Difference[])[] {
  const groups: Difference[][] = [];
  for (const difference of differences) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && difference.start - last.end <= 2 * CONTEXT) group.push(difference);
    else groups.push([difference]);
  }
  return groups;
}

/** Which lines a chunk shows. More and more of them, until they stand nowhere earlier; at the latest the cursor ends that. */
function rangeOf(
  numbers: Int32Array,
  group: readonly Difference[],
  cursor: number,
  limit: number,
): { readonly from: number; readonly to: number } {
  const [start, end] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
  for (let context = CONTEXT; ; context *= 2) {
    const from = Math.max(cursor, start - context);
    // The rest of the way to the next change is left to that one, as it needs lines in front.
    const to = Math.min(limit, end + Math.min(context, Math.max(CONTEXT, (limit - end) >> 1)));
    const isCertain = from === cursor || to === numbers.length;
    if (isCertain || firstStart(numbers, numbers.subarray(from, to), cursor) === from) return { from, to };
  }
}

function chunkOf(
  lines: readonly string[],
  newTexts: readonly string[],
  group: readonly Difference[],
  from: number,
  to: number,
): PatchChunk {
  const shown: PatchLine[] = [];
  const add = (sign: PatchLine["sign"], texts: readonly string[]): void => {
    for (const text of texts) shown.push({ sign, text });
  };
  let at = from;
  for (const { start, end, newStart, newEnd } of group) {
    add(" ", lines.slice(at, start));
    add("-", lines.slice(start, end));
    add("+", newTexts.slice(newStart, newEnd));
    at = end;
  }
  add(" ", lines.slice(at, to));
  return { context: null, lines: shown, endOfFile: to === lines.length && to > from };
}

/** Changes no line: for files that only move, or get the end of line that their last line lacks. */
function lastLine(lines: readonly string[]): PatchChunk {
  return { context: null, lines: [{ sign: " ", text: lines.at(-1) ?? "" }], endOfFile: lines.length > 0 };
}
