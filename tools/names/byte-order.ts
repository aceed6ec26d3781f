/**
 * Compares two texts by their UTF-8 bytes, which is the order of code points. JavaScript's own order compares UTF-16
 * units and so puts characters above U+FFFF before U+E000-U+FFFF.
 */
export function compareBytewise(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Moves surrogates, which stand for code points above U+FFFF, behind every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
