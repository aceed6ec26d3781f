import type { TraceLine } from "./format.ts";

/** A line up to this length is written as it is, in UTF-16 units. */
const USUAL_LENGTH = 16_384;
/** What is left of each text in a longer one. A few such texts stay below what readers take. */
const MAX_TEXT = 4_096;

/** A line of a trace file with its end. Long texts, such as a tool's error, are cut. Null for what JSON can't hold. */
export function encodeLine(line: TraceLine): string | null {
  try {
    const json = JSON.stringify(line);
    return `${json.length <= USUAL_LENGTH ? json : JSON.stringify(line, cutTexts)}\n`;
  } catch {
    return null;
  }
}

function cutTexts(_key: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= MAX_TEXT) return value;
  return `${value.slice(0, MAX_TEXT)}… (${value.length - MAX_TEXT} more)`;
}
