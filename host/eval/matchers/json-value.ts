import { approximateTokens } from "../../../tools/index.ts";
import { visible } from "../../events/visible.ts";

/** Deepest JSON that is looked at: recursion over a value stays far from the end of the stack. */
export const MAX_DEPTH = 200;
const SHOWN_LENGTH = 160;

const [QUOTE, ESCAPE] = ['"'.charCodeAt(0), "\\".charCodeAt(0)];
const OPENING = new Set(["[", "{"].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set(["]", "}"].map((bracket) => bracket.charCodeAt(0)));

/** How deep a text of JSON is nested, as far as brackets tell. Takes time in proportion to its length. */
export function nestingOf(text: string): number {
  let [depth, deepest] = [0, 0];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (quoted) {
      if (unit === ESCAPE) at++;
      else if (unit === QUOTE) quoted = false;
    } else if (unit === QUOTE) quoted = true;
    else if (OPENING.has(unit)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(unit)) depth--;
  }
  return deepest;
}

/** A JSON text that may be hostile: its value, or what is wrong with it. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (nestingOf(text) > MAX_DEPTH) return { problem: `it is nested deeper than ${MAX_DEPTH} levels` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: "it is not JSON" };
  }
}

/** A value as a text on one line, cut where it is long. */
export function showValue(value: unknown, max: number = SHOWN_LENGTH): string {
  return visible(jsonOf(value) ?? "nothing", max);
}

/** Tokens of a value as a model would read it: a text as it is, everything else as JSON. */
export function tokensOf(value: unknown): number {
  return approximateTokens(typeof value === "string" ? value : (jsonOf(value) ?? ""));
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return "a value that JSON cannot hold";
  }
}
