import type { PatchChunk } from "../patch.ts";
import { FileText, namesByteOrderMark } from "./file-text.ts";
import { locateChunks } from "./locate-chunks.ts";
import type { Edit, NotFound } from "./locate-chunks.ts";

/**
 * The text of a file after chunks were applied, or what was not found in it.
 *
 * Lines that stay keep the file's own text and end, however leniently they were found. New lines end as the file's first
 * line does, and the last line of the result always has an end. A byte order mark stays where it is, unless the patch takes
 * away a line that names it.
 */
export function applyChunks(text: string, chunks: readonly PatchChunk[]): string | NotFound {
  const file = new FileText(text);
  const edits = locateChunks(file, chunks);
  if ("missing" in edits) return edits;
  const parts: string[] = [];
  let at = 0;
  for (const { start, length, lines } of edits) {
    parts.push(file.slice(at, start));
    at = start;
    for (const line of lines) {
      if (line.sign === "+") {
        parts.push(line.text, file.lineEnd);
        continue;
      }
      if (line.sign === " ") parts.push(file.slice(at, at + 1));
      at += 1;
    }
    at = start + length;
  }
  parts.push(file.slice(at, file.lines.length));
  const body = parts.join("");
  return namesByteOrderMark(body) || edits.some(removesMark) ? body : file.byteOrderMark + body;
}

function removesMark({ start, lines }: Edit): boolean {
  const first = lines.find(({ sign }) => sign !== "+");
  return start === 0 && first?.sign === "-" && namesByteOrderMark(first.text);
}
