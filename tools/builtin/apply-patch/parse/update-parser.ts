import type { PatchChunk, PatchLine, PatchSection } from "../patch.ts";
import type { PatchEvent } from "./events.ts";
import { MARKERS } from "./markers.ts";
import { invalidLine } from "./syntax-error.ts";

const NO_LINES = "Update hunk does not contain any lines";
const SIGNS = "Every line should start with ' ' (context line), '+' (added line), or '-' (removed line)";

/** Reads the lines of one update section. */
export class UpdateParser {
  readonly #path: string;
  readonly #line: number;
  readonly #index: number;
  readonly #emit: (event: PatchEvent) => void;
  readonly #chunks: PatchChunk[] = [];
  #moveTo: string | null = null;
  /** Whether it is clear if the file moves. */
  #announced = false;
  #open: { readonly context: string | null; readonly lines: PatchLine[] } | null = null;

  constructor(path: string, line: number, index: number, emit: (event: PatchEvent) => void) {
    this.#path = path;
    this.#line = line;
    this.#index = index;
    this.#emit = emit;
  }

  /**
   * Reads one line; false where it belongs to what comes after the section.
   * @throws {PatchError} of the kind syntax.
   */
  line(text: string, number: number): boolean {
    if (!this.#announced) {
      const moveTo = text.startsWith(MARKERS.moveTo) ? text.slice(MARKERS.moveTo.length).trimEnd() : "";
      if (moveTo !== "") this.#moveTo = moveTo;
      this.#announce();
      if (moveTo !== "") return true;
    }
    if (this.#open !== null && this.#chunkLine(this.#open.lines, text, number)) return true;
    this.#closeChunk();
    if (text.trim() === "") return true;
    if (text.startsWith("*")) return false;
    const context = contextOf(text);
    if (context !== undefined) {
      this.#open = { context, lines: [] };
      return true;
    }
    // Only the first chunk may do without a marker.
    if (this.#chunks.length > 0) {
      throw invalidLine(number, `Expected update hunk to start with a @@ context marker, got: '${text}'`);
    }
    this.#open = { context: null, lines: [] };
    return this.#chunkLine(this.#open.lines, text, number);
  }

  /**
   * The section is over; `number` is of the line after it.
   * @throws {PatchError} of the kind syntax.
   */
  end(number: number): PatchSection {
    this.#announce();
    if (this.#open?.lines.length === 0) throw invalidLine(number, NO_LINES);
    this.#closeChunk();
    if (this.#chunks.length === 0) {
      throw invalidLine(this.#line, `Update file hunk for path '${this.#path}' is empty`);
    }
    return { kind: "update", path: this.#path, line: this.#line, moveTo: this.#moveTo, chunks: this.#chunks };
  }

  /** Reads one line of a chunk; false where the chunk is over and the line still to be read. */
  #chunkLine(lines: PatchLine[], text: string, number: number): boolean {
    const sign = text[0];
    if (sign === undefined) {
      // Editors and models strip trailing spaces.
      lines.push({ sign: " ", text: "" });
    } else if (sign === " " || sign === "+" || sign === "-") {
      lines.push({ sign, text: text.slice(1) });
    } else if (text.trimEnd() === MARKERS.endOfFile) {
      if (lines.length === 0) throw invalidLine(number, NO_LINES);
      this.#closeChunk(true);
    } else {
      if (lines.length > 0) return false;
      throw invalidLine(number, `Unexpected line found in update hunk: '${text}'. ${SIGNS}`);
    }
    return true;
  }

  #announce(): void {
    if (this.#announced) return;
    this.#announced = true;
    const { path, moveTo } = { path: this.#path, moveTo: this.#moveTo };
    this.#emit({ type: "section", index: this.#index, kind: "update", path, moveTo });
  }

  #closeChunk(endOfFile = false): void {
    if (this.#open === null) return;
    const chunk = { ...this.#open, endOfFile };
    this.#open = null;
    this.#chunks.push(chunk);
    this.#emit({ type: "chunk", index: this.#index, chunk });
  }
}

/** What a line says as the first of a chunk: the line to look for, null for none; undefined where it is no such line. */
function contextOf(text: string): string | null | undefined {
  if (text.trimEnd() === MARKERS.chunk) return null;
  return text.startsWith(`${MARKERS.chunk} `) ? text.slice(MARKERS.chunk.length + 1) : undefined;
}
