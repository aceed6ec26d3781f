import { Closure } from "./closure.ts";
import type { Work } from "./closure.ts";
import { EDGE, OTHER_CHAR } from "./program.ts";
import type { Program } from "./program.ts";

/** Where a match is, in UTF-16 units: from the first to before the second. */
export type Span = readonly [number, number];

interface Threads {
  readonly at: number[];
  readonly start: number[];
}

/** Finds where matches are: the leftmost, and of those the preferred, as an engine that backtracks would. */
export class SpanFinder {
  readonly #program: Program;
  readonly #closure: Closure;

  constructor(program: Program) {
    this.#program = program;
    this.#closure = new Closure(program);
  }

  /** The first matches of a text, at most `max`, none overlapping another. An empty one moves on by a character. */
  find(text: string, max: number, work: Work): Span[] {
    const spans: Span[] = [];
    let from = 0;
    while (spans.length < max && from <= text.length) {
      const span = this.#first(text, from, work);
      if (span === null) break;
      spans.push(span);
      from = span[1] > span[0] ? span[1] : span[1] + widthAt(text, span[1]);
    }
    return spans;
  }

  #first(text: string, from: number, work: Work): Span | null {
    const { instructions, accepts, start } = this.#program;
    let waiting: Threads = { at: [], start: [] };
    let best: Span | null = null;
    for (let position = from; ;) {
      const code = text.codePointAt(position);
      const kind = code === undefined ? -1 : this.#program.classOf(code);
      const before = this.#kindBefore(text, position);
      const after = code === undefined ? EDGE : (this.#program.kinds[kind] ?? OTHER_CHAR);
      if (best === null) {
        waiting.at.push(start);
        waiting.start.push(position);
      }
      const next: Threads = { at: [], start: [] };
      this.#closure.begin();
      let steps = 1;
      for (let thread = 0, cut = false; thread < waiting.at.length && !cut; thread++) {
        const started = waiting.start[thread] ?? 0;
        steps += this.#closure.follow(waiting.at[thread] ?? 0, before, after, (pc) => {
          const instruction = instructions[pc];
          if (cut || instruction === undefined) return;
          if (instruction.op === "match") {
            best = [started, position];
            // What comes after is less preferred.
            cut = true;
          } else if (instruction.op === "set" && kind >= 0 && accepts[instruction.set]?.[kind] === 1) {
            next.at.push(instruction.next);
            next.start.push(started);
          }
        });
      }
      work.spend(steps);
      if (code === undefined || (next.at.length === 0 && best !== null)) return best;
      waiting = next;
      position += code > 0xffff ? 2 : 1;
    }
  }

  #kindBefore(text: string, position: number): number {
    if (position === 0) return EDGE;
    const unit = text.charCodeAt(position - 1);
    // A character of two units is no letter or digit of ASCII, and neither are its halves.
    return this.#program.kinds[this.#program.classOf(unit)] ?? OTHER_CHAR;
  }
}

function widthAt(text: string, position: number): number {
  return (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
}
