import { EDGE, WORD_CHAR } from "./program.ts";
import type { Program } from "./program.ts";
import type { Assertion } from "./syntax.ts";

/** Thrown when a pattern needs more steps than one search may take. The message is for a model. */
export class PatternTooCostly extends Error {
  override readonly name: string = "PatternTooCostly";

  constructor() {
    super("the pattern needs too much work on this text; make it simpler, for instance with smaller repetition counts");
  }
}

/** Steps that searches of one call may still take. Counted, not timed, so that the same search always ends the same way. */
export class Work {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws {PatternTooCostly} when none are left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new PatternTooCostly();
  }
}

/** Follows an automaton where no character is read: everything reachable, in order of preference. */
export class Closure {
  readonly #program: Program;
  readonly #seen: Uint32Array;
  readonly #stack: number[] = [];
  #generation = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#seen = new Uint32Array(program.instructions.length);
  }

  /** Begins anew: what was reached before counts no more. */
  begin(): void {
    this.#generation++;
  }

  /** Calls `reach` with each `set` and `match` instruction that was not reached since `begin`. */
  follow(from: number, before: number, after: number, reach: (at: number) => void): number {
    const { instructions } = this.#program;
    const stack = this.#stack;
    let steps = 0;
    stack.push(from);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.#seen[at] === this.#generation) continue;
      this.#seen[at] = this.#generation;
      steps++;
      const instruction = instructions[at];
      if (instruction === undefined) continue;
      if (instruction.op === "split") stack.push(instruction.second, instruction.first);
      else if (instruction.op !== "assert") reach(at);
      else if (holds(instruction.kind, before, after)) stack.push(instruction.next);
    }
    return steps;
  }
}

function holds(kind: Assertion, before: number, after: number): boolean {
  if (kind === "start") return before === EDGE;
  if (kind === "end") return after === EDGE;
  const atBorder = (before === WORD_CHAR) !== (after === WORD_CHAR);
  return kind === "word" ? atBorder : !atBorder;
}
