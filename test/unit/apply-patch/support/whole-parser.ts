// Reads a patch in the plainest way: all lines at once, by looking ahead. Slow, and independent of the parser that it checks.
import type { Patch, PatchChunk, PatchLine, PatchSection } from "../../../../tools/builtin/index.ts";

const HEADERS = "Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'";
const FIRST = "invalid patch: The first line of the patch must be '*** Begin Patch'";
const LAST = "invalid patch: The last line of the patch must be '*** End Patch'";

type Answer = { readonly patch: Patch } | { readonly problem: string };

/** What a text is as a patch, with all line numbers of headers left at their values; or what is wrong with it. */
export function readWhole(text: string): Answer {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: LAST };
  let lines = trimmed.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (
    /^<<(EOF|'EOF'|"EOF")$/.test((lines[0] ?? "").trim()) &&
    lines.length >= 4 &&
    lines.at(-1)?.trim().endsWith("EOF")
  ) {
    lines = lines.slice(1, -1);
  }
  if (lines[0]?.trim() !== "*** Begin Patch") return { problem: FIRST };
  if (lines.length < 2 || lines.at(-1)?.trim() !== "*** End Patch") return { problem: LAST };
  try {
    return { patch: body(lines) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function body(lines: readonly string[]): Patch {
  const end = lines.length - 1;
  const sections: PatchSection[] = [];
  let environmentId: string | null = null;
  let at = 1;
  if (at < end && lines[at]?.trim().startsWith("*** Environment ID: ") === true) {
    environmentId = lines[at]?.trim().slice(20) ?? "";
    at += 1;
  }
  while (at < end) {
    const header = (lines[at] ?? "").trim();
    const [, verb, path = ""] = /^\*\*\* (Add|Delete|Update) File: (.*)$/.exec(header) ?? [];
    const line = at + 1;
    at += 1;
    if (verb === "Add") {
      const from = at;
      while (at < end && lines[at]?.startsWith("+") === true) at += 1;
      sections.push({ kind: "add", path, line, lines: lines.slice(from, at).map((added) => added.slice(1)) });
    } else if (verb === "Delete") {
      sections.push({ kind: "delete", path, line });
    } else if (verb === "Update") {
      const [, moveTo = null] = (at < end && /^\*\*\* Move to: (.*\S)\s*$/.exec(lines[at] ?? "")) || [];
      if (moveTo !== null) at += 1;
      const chunks: PatchChunk[] = [];
      while (at < end && (lines[at]?.trim() === "" || lines[at]?.startsWith("*") === false)) {
        if (lines[at]?.trim() === "") at += 1;
        else at = readChunk(lines, at, end, chunks);
      }
      if (chunks.length === 0)
        throw new Error(`invalid hunk at line ${line}, Update file hunk for path '${path}' is empty`);
      sections.push({ kind: "update", path, line, moveTo, chunks });
    } else {
      throw new Error(`invalid hunk at line ${line}, '${header}' is not a valid hunk header. ${HEADERS}`);
    }
  }
  return { sections, environmentId };
}

function readChunk(lines: readonly string[], from: number, end: number, chunks: PatchChunk[]): number {
  let at = from;
  const opening = lines[at] ?? "";
  const marked = opening.trimEnd() === "@@" || opening.startsWith("@@ ");
  const context = opening.startsWith("@@ ") && opening.trimEnd() !== "@@" ? opening.slice(3) : null;
  const fail = (problem: string): Error => new Error(`invalid hunk at line ${at + 1}, ${problem}`);
  if (marked) at += 1;
  else if (chunks.length > 0) throw fail(`Expected update hunk to start with a @@ context marker, got: '${opening}'`);
  const read: PatchLine[] = [];
  for (; at < end; at += 1) {
    const line = lines[at] ?? "";
    if (line === "") read.push({ sign: " ", text: "" });
    else if (/^[ +-]/.test(line)) read.push({ sign: line[0] as " ", text: line.slice(1) });
    else break;
  }
  const next = at < end ? (lines[at] ?? "") : null;
  const endOfFile = next?.trimEnd() === "*** End of File";
  if (read.length === 0) {
    if (next === null || endOfFile) throw fail("Update hunk does not contain any lines");
    const signs = "Every line should start with ' ' (context line), '+' (added line), or '-' (removed line)";
    throw fail(`Unexpected line found in update hunk: '${next}'. ${signs}`);
  }
  chunks.push({ context, lines: read, endOfFile });
  return endOfFile ? at + 1 : at;
}
