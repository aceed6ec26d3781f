import { atCharacter } from "./lines.ts";
import type { LineSplitter } from "./lines.ts";
import type { Query } from "./query.ts";

/** Most characters of a line that are shown, and how many of them before the first match. */
const MAX_SHOWN = 500;
const SHOWN_BEFORE = 100;
const MAX_RANGES = 20;

/** A line that matches. */
export interface LineMatch {
  /** From 1. */
  readonly line: number;
  /** Where the first match begins, from 1, in UTF-16 units of the whole line. */
  readonly column: number;
  /** The line, or a part of it around the first match. */
  readonly text: string;
  /** Where the matches are in that text: from, and up to before. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Whether `text` is only a part of the line. */
  readonly cut?: true;
  /** Lines before and after that are no part of another match. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

interface OpenMatch {
  readonly match: LineMatch;
  readonly after: string[];
}

/** Goes through the lines of a file and keeps those that match, with those around them. */
export class MatchCollector {
  readonly #query: Query;
  readonly #max: number;
  readonly #context: number;
  readonly #found: OpenMatch[] = [];
  #line = 0;
  /** Lines since the last match and what is shown after it. */
  #before: string[] = [];

  constructor(query: Query, { max, context }: { readonly max: number; readonly context: number }) {
    this.#query = query;
    this.#max = max;
    this.#context = context;
  }

  /** Whether lines that do not match need not be seen. */
  get idle(): boolean {
    return this.#context === 0;
  }

  get matches(): readonly LineMatch[] {
    return this.#found.map(({ match, after }) => (after.length === 0 ? match : { ...match, after }));
  }

  /** Passes over text in which nothing matches. */
  pass(splitter: LineSplitter, text: string): void {
    for (const _ of splitter.split(text)) this.#line++;
  }

  /** Takes the next line. True: nothing more is needed. */
  add(line: string): boolean {
    this.#line++;
    const full = this.#found.length >= this.#max;
    if (!full && this.#query.test(line)) {
      this.#found.push({ match: this.#matchOf(line), after: [] });
      this.#before = [];
      return this.#found.length >= this.#max && this.#context === 0;
    }
    // Behind the last match no other one is looked for: a line that matches, too, stands there as context.
    const last = this.#found.at(-1);
    if (last !== undefined && last.after.length < this.#context && this.#before.length === 0) {
      last.after.push(shortened(line));
    } else if (this.#context > 0) {
      this.#before.push(shortened(line));
      if (this.#before.length > this.#context) this.#before.shift();
    }
    return full && (last?.after.length ?? 0) >= this.#context;
  }

  #matchOf(line: string): LineMatch {
    const spans = this.#query.spans(line, MAX_RANGES);
    const start = spans[0]?.[0] ?? 0;
    const before = this.#before.length === 0 ? {} : { before: this.#before };
    const common = { line: this.#line, column: start + 1 };
    if (line.length <= MAX_SHOWN) return { ...common, text: line, ranges: spans, ...before };
    const from = start <= SHOWN_BEFORE ? 0 : atCharacter(line, start - SHOWN_BEFORE);
    const to = atCharacter(line, Math.min(line.length, from + MAX_SHOWN));
    const ranges = spans
      .filter(([first]) => first < to)
      .map(([first, end]) => [first - from, Math.min(end, to) - from] as const);
    return { ...common, text: line.slice(from, to), ranges, cut: true, ...before };
  }
}

function shortened(line: string): string {
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, atCharacter(line, MAX_SHOWN))}…`;
}
