import type { Patch } from "../patch.ts";
import { PatchError } from "../patch-error.ts";
import type { PatchEvent } from "./events.ts";
import { LineSplitter } from "./line-splitter.ts";
import { HEREDOC_END, HEREDOC_STARTS, MARKERS } from "./markers.ts";
import { SectionParser } from "./section-parser.ts";
import { invalidPatch } from "./syntax-error.ts";

const BAD_START = `The first line of the patch must be '${MARKERS.begin}'`;
const BAD_END = `The last line of the patch must be '${MARKERS.end}'`;
/** A patch in the clothes of a shell command has at least these lines: the command's, both markers, the last word. */
const LEAST_HEREDOC_LINES = 4;

/**
 * Reads a patch that comes in pieces, and tells of files and chunks as soon as they are clear. Only `end` says whether the
 * whole is a patch at all; it answers what `parsePatch` answers for the same text.
 */
export class PatchStreamParser {
  readonly #splitter = new LineSplitter();
  readonly #sections: SectionParser;
  #events: PatchEvent[] = [];
  /** Lines since the first that is not blank, and how many of them there were at the last that is not. */
  #lines = 0;
  #linesToLast = 0;
  #first: string | null = null;
  /** The last line that is not blank, and the line before it. Both without outer white space. */
  #last = "";
  #beforeLast = "";
  #previous = "";
  #heredoc = false;
  /** Whether the begin marker stood where it has to. */
  #begun = false;
  #number = 0;
  /** An end marker and what came after it: the end of the patch if nothing more comes, else lines like any other. */
  #held: string[] = [];
  #problem: PatchError | null = null;

  constructor() {
    this.#sections = new SectionParser((event) => this.#events.push(event));
  }

  /** Takes a further piece of the text, of any length, and tells what it made clear. Never throws. */
  push(text: string): readonly PatchEvent[] {
    this.#splitter.push(text, (line) => this.#line(line));
    return this.#takeEvents();
  }

  /**
   * The text is over.
   * @throws {PatchError} of the kind syntax where it is no patch.
   */
  end(): { readonly patch: Patch; readonly events: readonly PatchEvent[] } {
    this.#splitter.end((line) => this.#line(line));
    const problem = this.#boundaryProblem() ?? this.#problem;
    if (problem !== null) throw problem;
    const patch = this.#sections.end(this.#number + 1);
    return { patch, events: this.#takeEvents() };
  }

  #takeEvents(): readonly PatchEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #line(raw: string): void {
    // Half a character is none; files that are not UTF-8 have a use for it.
    const text = raw.toWellFormed();
    const trimmed = text.trim();
    if (this.#first === null && trimmed === "") return;
    this.#lines += 1;
    if (trimmed !== "") {
      this.#last = trimmed;
      this.#beforeLast = this.#previous;
      this.#linesToLast = this.#lines;
    }
    this.#previous = trimmed;
    if (this.#first === null) {
      this.#first = trimmed;
      this.#heredoc = HEREDOC_STARTS.has(trimmed);
      if (!this.#heredoc) this.#begin(trimmed);
    } else if (this.#heredoc && this.#lines === 2) {
      this.#begin(trimmed);
    } else if (this.#begun && this.#problem === null) {
      this.#hold(text, trimmed);
    }
  }

  #begin(trimmed: string): void {
    this.#begun = trimmed === MARKERS.begin;
    this.#number = 1;
  }

  #hold(text: string, trimmed: string): void {
    if (trimmed === MARKERS.end) {
      this.#release();
      this.#held = [text];
    } else if (this.#held.length > 0 && this.#mayFollowEnd(trimmed)) {
      this.#held.push(text);
    } else {
      this.#release();
      this.#read(text);
    }
  }

  #mayFollowEnd(trimmed: string): boolean {
    if (!this.#heredoc) return trimmed === "";
    return this.#held.length === 1 ? trimmed.endsWith(HEREDOC_END) : trimmed === "";
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const text of held) this.#read(text);
  }

  #read(text: string): void {
    if (this.#problem !== null) return;
    this.#number += 1;
    try {
      this.#sections.line(text, this.#number);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      this.#problem = error;
    }
  }

  /** What is wrong with the first or the last line; that counts before all that is wrong between them. */
  #boundaryProblem(): PatchError | null {
    if (this.#first === null) return invalidPatch(BAD_END);
    const wrapped = this.#linesToLast >= LEAST_HEREDOC_LINES && this.#last.endsWith(HEREDOC_END);
    if (!this.#begun || (this.#heredoc && !wrapped)) return invalidPatch(BAD_START);
    const end = this.#heredoc ? this.#beforeLast : this.#last;
    return end === MARKERS.end ? null : invalidPatch(BAD_END);
  }
}
