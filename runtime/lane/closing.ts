// What a context hands over when its cell is at its end.

/** Takes apart what the prelude's `close` returns. */
export function splitClosing(closing: string): [unsent: number, cut: number, stored: string] {
  const first = closing.indexOf(",");
  const second = closing.indexOf(",", first + 1);
  return [Number(closing.slice(0, first)), Number(closing.slice(first + 1, second)), closing.slice(second + 1)];
}

/** The pairs in the flat list that the prelude makes of what a cell stored. */
export function storedPairs(json: string): (readonly [string, string])[] {
  if (json === "") return [];
  const flat = JSON.parse(json) as string[];
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) pairs.push([String(flat[i]), String(flat[i + 1])]);
  return pairs;
}
