import { rangesOf, WORD } from "./code-set.ts";
import type { CodeSet } from "./code-set.ts";
import { PatternError } from "./syntax.ts";
import type { Assertion, PatternNode } from "./syntax.ts";

/** One step of an automaton. `split` prefers its first way. */
type Instruction =
  | { readonly op: "set"; readonly set: number; next: number }
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "assert"; readonly kind: Assertion; next: number }
  | { readonly op: "match"; readonly rule: number };

/** What stands left or right of a position. */
export const EDGE = 0;
export const WORD_CHAR = 1;
export const OTHER_CHAR = 2;

/**
 * Patterns as one nondeterministic automaton over classes of code points: two code points that no pattern tells apart are of one
 * class.
 */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly asserts: boolean;
  readonly classCount: number;
  /** Whether a class is in a set: `accepts[set][class]`. */
  readonly accepts: readonly Uint8Array[];
  /** `WORD_CHAR` or `OTHER_CHAR` by class; only kept apart where a pattern asks. */
  readonly kinds: Uint8Array;
  readonly classOf: (code: number) => number;
}

/**
 * Compiles patterns; the index of a pattern is its rule.
 * @throws {PatternError} when they need more than `maxInstructions`.
 */
export function compile(patterns: readonly PatternNode[], maxInstructions: number): Program {
  const builder = new Builder(maxInstructions);
  const starts = patterns.map((pattern, rule) => builder.add(pattern, builder.emit({ op: "match", rule })));
  let start = starts[0] ?? builder.emit({ op: "match", rule: 0 });
  for (const other of starts.slice(1)) start = builder.emit({ op: "split", first: start, second: other });
  const { instructions, sets } = builder;
  const asserts = instructions.some(({ op }) => op === "assert");
  const bounds = boundsOf(asserts ? [...sets, WORD] : sets);
  const classOf = classFinder(bounds);
  const accepts = sets.map((set) => flags(set, bounds, classOf));
  const words = asserts ? flags(WORD, bounds, classOf) : new Uint8Array(bounds.length);
  const kinds = words.map((isWord) => (isWord === 1 ? WORD_CHAR : OTHER_CHAR));
  return { instructions, start, asserts, classCount: bounds.length, accepts, kinds, classOf };
}

/** Writes instructions from the end to the start, so that each knows what follows it. */
class Builder {
  readonly instructions: Instruction[] = [];
  readonly sets: CodeSet[] = [];
  readonly #setIndex = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  emit(instruction: Instruction): number {
    if (this.instructions.length >= this.#max) {
      throw new PatternError("the pattern is too large; use smaller repetition counts, or fewer alternatives");
    }
    return this.instructions.push(instruction) - 1;
  }

  add(node: PatternNode, next: number): number {
    switch (node.type) {
      case "empty":
        return next;
      case "set":
        return this.emit({ op: "set", set: this.#indexOf(node.set), next });
      case "assert":
        return this.emit({ op: "assert", kind: node.kind, next });
      case "concat":
        return node.parts.reduceRight((after, part) => this.add(part, after), next);
      case "alternate":
        return node.options
          .map((option) => this.add(option, next))
          .reduceRight((second, first) => this.emit({ op: "split", first, second }));
      case "repeat":
        return this.#repeat(node, next);
    }
  }

  #repeat({ node, min, max, greedy }: PatternNode & { type: "repeat" }, next: number): number {
    let at = next;
    if (max === Infinity) {
      const loop = { op: "split", first: next, second: next } as const;
      const split: { op: "split"; first: number; second: number } = { ...loop };
      at = this.emit(split);
      const body = this.add(node, at);
      if (greedy) split.first = body;
      else split.second = body;
    } else {
      for (let optional = min; optional < max; optional++) {
        const body = this.add(node, at);
        at = this.emit({ op: "split", first: greedy ? body : next, second: greedy ? next : body });
      }
    }
    for (let required = 0; required < min; required++) at = this.add(node, at);
    return at;
  }

  #indexOf(set: CodeSet): number {
    const key = set.join();
    const known = this.#setIndex.get(key);
    if (known !== undefined) return known;
    this.#setIndex.set(key, this.sets.length);
    return this.sets.push(set) - 1;
  }
}

/** The first code point of every class, ascending. */
function boundsOf(sets: readonly CodeSet[]): readonly number[] {
  const bounds = new Set([0]);
  for (const set of sets) {
    for (const [first, last] of rangesOf(set)) bounds.add(first).add(last + 1);
  }
  return [...bounds].sort((a, b) => a - b);
}

function classFinder(bounds: readonly number[]): (code: number) => number {
  const search = (code: number): number => {
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((bounds[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ascii = Uint32Array.from({ length: 128 }, (_, code) => search(code));
  return (code) => ascii[code] ?? search(code);
}

function flags(set: CodeSet, bounds: readonly number[], classOf: (code: number) => number): Uint8Array {
  const found = new Uint8Array(bounds.length);
  for (const [first, last] of rangesOf(set)) found.fill(1, classOf(first), classOf(last) + 1);
  return found;
}
