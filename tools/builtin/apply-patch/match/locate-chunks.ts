import type { PatchChunk, PatchLine } from "../patch.ts";
import type { FileText } from "./file-text.ts";
import { PassIndex } from "./pass-index.ts";
import { PASSES } from "./passes.ts";

/** Lines that come at a place, and as many as they take away or keep from there on. */
export interface Edit {
  readonly start: number;
  readonly length: number;
  readonly lines: readonly PatchLine[];
}

/** What was looked for in vain. */
export interface NotFound {
  readonly missing: "context" | "lines";
  readonly text: string;
}

/** Finds the places of chunks in a file, in order: a cursor moves down, and each place is at or after it. */
export function locateChunks(file: FileText, chunks: readonly PatchChunk[]): readonly Edit[] | NotFound {
  const search = new Search(file.lines, chunks);
  const edits: Edit[] = [];
  let cursor = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.context !== null) {
      const found = search.find(search.contextOf(index), cursor);
      if (found < 0) return { missing: "context", text: chunk.context };
      cursor = found + 1;
    }
    const old = oldLines(chunk.lines);
    if (old.length === 0) {
      edits.push({ start: file.lines.length, length: 0, lines: chunk.lines });
      continue;
    }
    let { lines, length } = { lines: chunk.lines, length: old.length };
    let start = search.findLines(search.linesOf(index), length, cursor, chunk.endOfFile);
    if (start < 0 && old.at(-1) === "") {
      lines = withoutLastEmpty(lines);
      length -= 1;
      start = length === 0 ? cursor : search.findLines(search.shortOf(index), length, cursor, chunk.endOfFile);
    }
    if (start < 0) return { missing: "lines", text: old.join("\n") };
    edits.push({ start, length, lines });
    cursor = start + length;
  }
  // Lines without a place go to the end, whichever chunk they are in.
  return edits.sort((one, other) => one.start - other.start);
}

/** The lines that have to be there. */
function oldLines(lines: readonly PatchLine[]): readonly string[] {
  return lines.filter(({ sign }) => sign !== "+").map(({ text }) => text);
}

/**
 * A chunk without the empty line that its old lines end with, and without the one that its new lines end with, if they do: it
 * is a stray line break of whoever wrote the patch.
 */
function withoutLastEmpty(lines: readonly PatchLine[]): readonly PatchLine[] {
  const result = [...lines];
  const old = result.findLastIndex(({ sign }) => sign !== "+");
  // A line that stays is one of the new lines, too.
  result.splice(old, 1, ...(result[old]?.sign === " " ? [{ sign: "+", text: "" } as const] : []));
  const added = result.findLastIndex(({ sign }) => sign !== "-");
  const last = result[added];
  if (last?.text === "") result.splice(added, 1, ...(last.sign === " " ? [{ sign: "-", text: "" } as const] : []));
  return result;
}

/** Looks for all that a patch wants of one file. A pass is prepared when the stricter ones have failed for something. */
class Search {
  readonly #lines: readonly string[];
  readonly #patterns: (readonly string[])[] = [];
  readonly #chunks: readonly { readonly context: number; readonly lines: number; readonly short: number }[];
  readonly #passes: PassIndex[] = [];

  constructor(lines: readonly string[], chunks: readonly PatchChunk[]) {
    this.#lines = lines;
    this.#chunks = chunks.map(({ context, lines: changed }) => {
      const old = oldLines(changed);
      const add = (pattern: readonly string[]): number => this.#patterns.push(pattern) - 1;
      return {
        context: context === null ? -1 : add([context]),
        lines: add(old),
        short: old.at(-1) === "" ? add(old.slice(0, -1)) : -1,
      };
    });
  }

  contextOf(chunk: number): number {
    return this.#chunks[chunk]?.context ?? -1;
  }
  linesOf(chunk: number): number {
    return this.#chunks[chunk]?.lines ?? -1;
  }
  shortOf(chunk: number): number {
    return this.#chunks[chunk]?.short ?? -1;
  }

  /** The first place at or after the cursor, of the strictest pass that has one; -1 if none has. */
  find(pattern: number, cursor: number): number {
    for (const pass of PASSES.keys()) {
      const found = this.#pass(pass).find(pattern, cursor);
      if (found >= 0) return found;
    }
    return -1;
  }

  findLines(pattern: number, length: number, cursor: number, atEnd: boolean): number {
    if (!atEnd) return this.find(pattern, cursor);
    const start = this.#lines.length - length;
    if (start < cursor) return -1;
    return [...PASSES.keys()].some((pass) => this.#pass(pass).isAt(pattern, start)) ? start : -1;
  }

  #pass(index: number): PassIndex {
    const made = this.#passes[index];
    if (made !== undefined) return made;
    const same = PASSES[index];
    if (same === undefined) throw new RangeError(`there is no pass ${index}`);
    return (this.#passes[index] = new PassIndex(this.#lines, this.#patterns, same));
  }
}
