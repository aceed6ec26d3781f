// What a context hands over when its cell is at its end.
import type { LaneCell } from "./lane-cell.ts";

const NOTHING = "0,0,";

/** Asks the prelude for it. A cell that still runs, or that needs more memory for it than it may, has nothing. */
export function close({ ready, running }: LaneCell): string {
  if (ready.isolate.disposed || running > 0) return NOTHING;
  try {
    return String(ready.context.call("close") ?? NOTHING);
  } catch {
    return NOTHING;
  }
}

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
