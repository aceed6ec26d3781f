/** A stretch of bytes, so that comparing thousands of names allocates nothing. */
export interface Span {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

const MAX_ROW = 128;
const ROWS = [new Uint8Array(MAX_ROW), new Uint8Array(MAX_ROW), new Uint8Array(MAX_ROW)] as const;

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn one text into the other, or `limit + 1`
 * where it takes more than `limit`. What both share in front and at the end costs nothing, the rest
 * `O(length × limit)`. Neither text may be longer than 127 bytes.
 */
export function editDistance(left: Span, right: Span, limit: number): number {
  const a = left.bytes;
  const b = right.bytes;
  let [aStart, aEnd, bStart, bEnd] = [left.start, left.end, right.start, right.end];
  if (Math.abs(aEnd - aStart - (bEnd - bStart)) > limit) return limit + 1;
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
  }
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  if (aStart === aEnd || bStart === bEnd) return Math.min(aEnd - aStart + bEnd - bStart, limit + 1);
  return distanceOfRest({ bytes: a, start: aStart, end: aEnd }, { bytes: b, start: bStart, end: bEnd }, limit);
}

function distanceOfRest(left: Span, right: Span, limit: number): number {
  const { bytes: a, start: aStart } = left;
  const { bytes: b, start: bStart } = right;
  const rows = left.end - aStart;
  const columns = right.end - bStart;
  const tooFar = limit + 1;
  let [before, previous, current] = ROWS as readonly [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= columns; column++) previous[column] = Math.min(column, tooFar);
  for (let row = 1; row <= rows; row++) {
    current.fill(tooFar, 0, columns + 1);
    let best = Math.min(row, tooFar);
    current[0] = best;
    const unit = a[aStart + row - 1];
    const last = Math.min(columns, row + limit);
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const other = b[bStart + column - 1];
      const replaced = at(previous, column - 1) + (unit === other ? 0 : 1);
      let cost = Math.min(replaced, at(previous, column) + 1, at(current, column - 1) + 1, tooFar);
      const swapped = row > 1 && column > 1 && unit === b[bStart + column - 2] && a[aStart + row - 2] === other;
      if (swapped) cost = Math.min(cost, at(before, column - 2) + 1);
      current[column] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return tooFar;
    [before, previous, current] = [previous, current, before];
  }
  return at(previous, columns);
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0;
}
