/** A set of code points: ranges as `first, last, first, last, …`, ascending, apart from each other. */
export type CodeSet = readonly number[];

export const MAX_CODE = 0x10ffff;

/** What stands for bytes that are no text. */
export const REPLACEMENT = 0xfffd;

export const ANY: CodeSet = [0, MAX_CODE];
export const DIGITS: CodeSet = [0x30, 0x39];
export const WORD: CodeSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
export const SPACE: CodeSet = [0x09, 0x0d, 0x20, 0x20];

/** The set of one code point. */
export function single(code: number): CodeSet {
  return [code, code];
}

/** Brings ranges, in any order and overlapping, into the form of a set. */
export function setOf(ranges: readonly (readonly [number, number])[]): CodeSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const set: number[] = [];
  for (const [first, last] of sorted) {
    const end = set.at(-1);
    if (end !== undefined && first <= end + 1) set[set.length - 1] = Math.max(end, last);
    else set.push(first, last);
  }
  return set;
}

export function union(...sets: readonly CodeSet[]): CodeSet {
  return setOf(sets.flatMap(rangesOf));
}

/** Every code point that is not in the set. */
export function negate(set: CodeSet): CodeSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [first, last] of rangesOf(set)) {
    if (first > next) ranges.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= MAX_CODE) ranges.push([next, MAX_CODE]);
  return setOf(ranges);
}

export function contains(set: CodeSet, code: number): boolean {
  for (let at = 0; at < set.length; at += 2) {
    if (code < (set[at] ?? 0)) return false;
    if (code <= (set[at + 1] ?? 0)) return true;
  }
  return false;
}

export function rangesOf(set: CodeSet): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < set.length; at += 2) ranges.push([set[at] ?? 0, set[at + 1] ?? 0]);
  return ranges;
}
