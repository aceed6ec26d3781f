import { firstStart } from "./first-start.ts";

/**
 * The lines of a file and of all patterns that are looked for in it, under one idea of sameness. Where each pattern occurs
 * last is worked out for all of them in one go (Aho and Corasick), so that a pattern that does not occur any more costs
 * nothing to look for, however many there are: a patch of thousands of chunks takes as long as its text and the file are.
 */
export class PassIndex {
  /** Numbers of the file's lines; -1 for those that are in no pattern. */
  readonly #file: Int32Array;
  readonly #patterns: readonly Int32Array[];
  /** For each pattern the line at which it begins last; -1 if nowhere. */
  readonly #lastStarts: readonly number[];

  constructor(lines: readonly string[], patterns: readonly (readonly string[])[], same: (line: string) => string) {
    const numbers = new Map<string, number>();
    this.#patterns = patterns.map((pattern) =>
      Int32Array.from(pattern, (line) => {
        const key = same(line);
        const number = numbers.get(key) ?? numbers.size;
        if (number === numbers.size) numbers.set(key, number);
        return number;
      }),
    );
    this.#file = Int32Array.from(lines, (line) => numbers.get(same(line)) ?? -1);
    this.#lastStarts = lastStarts(this.#file, this.#patterns, numbers.size);
  }

  /** Whether a pattern stands at a line. */
  isAt(pattern: number, line: number): boolean {
    const wanted = this.#patterns[pattern];
    if (wanted === undefined || line < 0) return false;
    return wanted.every((number, offset) => this.#file[line + offset] === number);
  }

  /** The first line at or after `from` at which a pattern begins; -1 if there is none. Costs the way to it. */
  find(pattern: number, from: number): number {
    const wanted = this.#patterns[pattern];
    if (wanted === undefined || (this.#lastStarts[pattern] ?? -1) < from) return -1;
    return firstStart(this.#file, wanted, from);
  }
}

function lastStarts(file: Int32Array, patterns: readonly Int32Array[], alphabet: number): readonly number[] {
  // A tree of all patterns, its nodes numbered as they are made: a child's number is above its parent's.
  const children = new Map<number, number>();
  const parents = [0];
  const letters = [-1];
  const depths = [0];
  const child = (node: number, letter: number): number | undefined => children.get(node * alphabet + letter);
  const ends = patterns.map((pattern) => {
    let node = 0;
    for (const letter of pattern) {
      let next = child(node, letter);
      if (next === undefined) {
        next = parents.push(node) - 1;
        letters.push(letter);
        depths.push((depths[node] ?? 0) + 1);
        children.set(node * alphabet + letter, next);
      }
      node = next;
    }
    return node;
  });
  const byDepth = Array.from(parents.keys()).sort((one, other) => (depths[one] ?? 0) - (depths[other] ?? 0));
  // For each node the longest other one that its path ends with.
  const fallbacks = new Int32Array(parents.length);
  const step = (node: number, letter: number): number => {
    for (let at = node; ; at = fallbacks[at] ?? 0) {
      const next = child(at, letter);
      if (next !== undefined) return next;
      if (at === 0) return 0;
    }
  };
  for (const node of byDepth) {
    const parent = parents[node] ?? 0;
    if (node !== 0 && parent !== 0) fallbacks[node] = step(fallbacks[parent] ?? 0, letters[node] ?? -1);
  }
  const lastEnds = new Int32Array(parents.length).fill(-1);
  let node = 0;
  for (let at = 0; at < file.length; at += 1) {
    const letter = file[at] ?? -1;
    node = letter < 0 ? 0 : step(node, letter);
    lastEnds[node] = at;
  }
  for (const from of byDepth.toReversed()) {
    const to = fallbacks[from] ?? 0;
    lastEnds[to] = Math.max(lastEnds[to] ?? -1, lastEnds[from] ?? -1);
  }
  return patterns.map((pattern, index) => {
    const end = lastEnds[ends[index] ?? 0] ?? -1;
    return end < 0 ? -1 : end - pattern.length + 1;
  });
}
