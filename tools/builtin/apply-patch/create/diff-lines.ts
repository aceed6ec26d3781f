/** Lines from `start` to before `end` of the former version give way to lines of the new one. */
export interface Difference {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Where two ranges may be compared line by line with each other. */
const MAX_TABLE = 1_000_000;

/**
 * How two versions differ, in order; not always in the fewest lines, but always in a time about that of reading both. Lines
 * that each version has once keep their places (patience diff); between them small ranges are compared in full.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Difference[] {
  const kept: (readonly [number, number])[] = [];
  const open: (readonly [number, number, number, number])[] = [[0, before.length, 0, after.length]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    let [from, to, newFrom, newTo] = range;
    while (from < to && newFrom < newTo && before[from] === after[newFrom]) kept.push([from++, newFrom++]);
    while (from < to && newFrom < newTo && before[to - 1] === after[newTo - 1]) kept.push([--to, --newTo]);
    if (from === to || newFrom === newTo) continue;
    const anchors = anchorsOf(before, after, [from, to, newFrom, newTo]);
    if (anchors.length === 0) {
      if ((to - from) * (newTo - newFrom) <= MAX_TABLE) {
        kept.push(...commonLines(before, after, [from, to, newFrom, newTo]));
      }
      continue;
    }
    for (const [at, newAt] of anchors) {
      open.push([from, at, newFrom, newAt]);
      kept.push([at, newAt]);
      [from, newFrom] = [at + 1, newAt + 1];
    }
    open.push([from, to, newFrom, newTo]);
  }
  return gapsBetween(
    kept.sort(([one], [other]) => one - other),
    before.length,
    after.length,
  );
}

type Range = readonly [from: number, to: number, newFrom: number, newTo: number];
type Pairs = readonly (readonly [number, number])[];

/** Lines that both ranges have once, as many as stand in the same order in both. */
function anchorsOf(before: readonly string[], after: readonly string[], [from, to, newFrom, newTo]: Range): Pairs {
  const places = uniquePlaces(before, from, to);
  const newPlaces = uniquePlaces(after, newFrom, newTo);
  const pairs: [number, number][] = [];
  for (const [line, at] of places) {
    const newAt = newPlaces.get(line);
    if (at >= 0 && newAt !== undefined && newAt >= 0) pairs.push([at, newAt]);
  }
  return longestRising(pairs);
}

/** Where each line stands; -1 for those that stand there more than once. */
function uniquePlaces(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? "";
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The longest selection of pairs whose second numbers rise; the first ones do already. */
function longestRising(pairs: Pairs): Pairs {
  /** For each length the pair that ends the best selection of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, newAt]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < newAt) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1));
    ends[low] = index;
  }
  const chosen: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) chosen.push(pairs[at] ?? [0, 0]);
  return chosen.toReversed();
}

/** The longest common selection of lines of two small ranges. */
function commonLines(before: readonly string[], after: readonly string[], [from, to, newFrom, newTo]: Range): Pairs {
  const width = newTo - newFrom + 1;
  const table = new Uint32Array((to - from + 1) * width);
  const cell = (at: number, newAt: number): number => (at - from) * width + (newAt - newFrom);
  for (let at = to - 1; at >= from; at -= 1) {
    for (let newAt = newTo - 1; newAt >= newFrom; newAt -= 1) {
      const rest = Math.max(table[cell(at + 1, newAt)] ?? 0, table[cell(at, newAt + 1)] ?? 0);
      const both = (table[cell(at + 1, newAt + 1)] ?? 0) + 1;
      table[cell(at, newAt)] = before[at] === after[newAt] ? Math.max(both, rest) : rest;
    }
  }
  const pairs: [number, number][] = [];
  for (let [at, newAt] = [from, newFrom]; at < to && newAt < newTo;) {
    if (before[at] === after[newAt]) pairs.push([at++, newAt++]);
    else if ((table[cell(at + 1, newAt)] ?? 0) >= (table[cell(at, newAt + 1)] ?? 0)) at += 1;
    else newAt += 1;
  }
  return pairs;
}

function gapsBetween(kept: Pairs, length: number, newLength: number): readonly Difference[] {
  const differences: Difference[] = [];
  let [start, newStart] = [0, 0];
  for (const [at, newAt] of [...kept, [length, newLength] as const]) {
    if (at > start || newAt > newStart) differences.push({ start, end: at, newStart, newEnd: newAt });
    [start, newStart] = [at + 1, newAt + 1];
  }
  return differences;
}
