import { Closure } from "./closure.ts";
import type { Work } from "./closure.ts";
import { EDGE, OTHER_CHAR } from "./program.ts";
import type { Program } from "./program.ts";

const MAX_STATES = 2_000;
const UNKNOWN = -1;
/** Nothing can match any more. */
const DEAD = -2;
/** A match was found, and where it ends does not matter. */
const FOUND = -3;

interface State {
  /** Instructions, ascending. */
  readonly at: readonly number[];
  /** What was read last. */
  readonly before: number;
  /** Next state by class. */
  readonly next: Int32Array;
  /** What the end of the text here gives: a rule, or -1; null while unknown. */
  end: number | null;
}

/**
 * Runs a program over texts, with one step a character: what the nondeterministic automaton could be doing at once becomes one
 * state, made when it is first met. States are forgotten when there are too many.
 */
export class Automaton {
  readonly #program: Program;
  readonly #search: boolean;
  readonly #closure: Closure;
  #states: State[] = [];
  #index = new Map<string, number>();

  /** @param mode `search`: a match may be anywhere in the text. `whole`: the text has to match from end to end. */
  constructor(program: Program, mode: "search" | "whole") {
    this.#program = program;
    this.#search = mode === "search";
    this.#closure = new Closure(program);
  }

  /** The highest rule that matches, or -1; in a search only whether one does, as 0. */
  run(text: string, work: Work): number {
    const { classOf, classCount, start } = this.#program;
    let current = this.#stateOf([start], EDGE, classCount);
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(at) ?? code;
        if (code > 0xffff) at++;
      }
      const kind = classOf(code);
      let next = this.#states[current]?.next[kind] ?? UNKNOWN;
      if (next === UNKNOWN) next = this.#advance(current, kind, work);
      if (next === FOUND) return 0;
      if (next === DEAD) return -1;
      current = next;
    }
    return this.#atEnd(current, work);
  }

  #advance(from: number, kind: number, work: Work): number {
    const state = this.#states[from];
    if (state === undefined) return DEAD;
    const { instructions, accepts, asserts, kinds, start, classCount } = this.#program;
    const after = kinds[kind] ?? OTHER_CHAR;
    const reached = new Set<number>();
    let found = false;
    this.#closure.begin();
    let steps = 1;
    for (const at of state.at) {
      steps += this.#closure.follow(at, state.before, after, (pc) => {
        const instruction = instructions[pc];
        if (instruction?.op === "match") found = true;
        else if (instruction?.op === "set" && accepts[instruction.set]?.[kind] === 1) reached.add(instruction.next);
      });
    }
    work.spend(steps);
    if (this.#search && found) return (state.next[kind] = FOUND);
    if (this.#search) reached.add(start);
    if (reached.size === 0) return (state.next[kind] = DEAD);
    const before = asserts ? after : OTHER_CHAR;
    const next = this.#stateOf(
      [...reached].sort((a, b) => a - b),
      before,
      classCount,
    );
    state.next[kind] = next;
    return next;
  }

  #atEnd(at: number, work: Work): number {
    const state = this.#states[at];
    if (state === undefined) return -1;
    if (state.end !== null) return state.end;
    let best = -1;
    this.#closure.begin();
    for (const from of state.at) {
      const steps = this.#closure.follow(from, state.before, EDGE, (pc) => {
        const instruction = this.#program.instructions[pc];
        if (instruction?.op === "match") best = Math.max(best, this.#search ? 0 : instruction.rule);
      });
      work.spend(steps);
    }
    state.end = best;
    return best;
  }

  #stateOf(at: readonly number[], before: number, classCount: number): number {
    const key = `${before}:${at.join()}`;
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= MAX_STATES) {
      // Whoever holds a forgotten state still holds its object, never its number: a number is only kept until the next step.
      this.#states = [];
      this.#index = new Map();
    }
    const next = new Int32Array(classCount).fill(UNKNOWN);
    this.#index.set(key, this.#states.length);
    return this.#states.push({ at, before, next, end: null }) - 1;
  }
}
