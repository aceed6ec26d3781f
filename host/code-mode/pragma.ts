import { describeType, JsonSyntaxError, parseJson } from "../../tools/index.ts";
import type { PositionedValue } from "../../tools/index.ts";

const FIELDS = "supported fields `yield_time_ms` and `max_output_tokens`";
const BOTH = "`yield_time_ms` and `max_output_tokens`";
const PRAGMA = /^[ \t]*\/\/ @exec:([^\n]*)(?:\n|$)/u;

/** What the first line of a script may ask for. */
export interface Pragma {
  readonly yieldTimeMs?: number;
  readonly maxOutputTokens?: number;
}

/**
 * Reads the pragma of a script. The line stays in the source: it is a comment, and errors then count lines as the
 * model does. A problem is what the model reads instead of a result.
 */
export function readPragma(source: string): { readonly pragma: Pragma } | { readonly problem: string } {
  if (source.trim() === "") {
    return {
      problem:
        "exec expects raw JavaScript source text (non-empty). Provide JS only, optionally with first-line " +
        '`// @exec: {"yield_time_ms": 10000, "max_output_tokens": 1000}`.',
    };
  }
  const found = PRAGMA.exec(source);
  if (found === null) return { pragma: {} };
  if (source.slice(found[0].length).trim() === "") {
    return { problem: "exec pragma must be followed by JavaScript source on subsequent lines" };
  }
  return readDirective((found[1] ?? "").trim());
}

function readDirective(directive: string): { readonly pragma: Pragma } | { readonly problem: string } {
  if (directive === "") return { problem: `exec pragma must be a JSON object with ${FIELDS}` };
  let parsed: PositionedValue;
  try {
    parsed = parseJson(directive);
  } catch (error) {
    const detail = error instanceof JsonSyntaxError ? error.message : "recursion limit exceeded";
    return { problem: `exec pragma must be valid JSON with ${FIELDS}: ${detail}` };
  }
  if (parsed.members === undefined) return { problem: `exec pragma must be a JSON object with ${FIELDS}` };
  const unknown = parsed.members.find(({ key }) => key !== "yield_time_ms" && key !== "max_output_tokens");
  if (unknown !== undefined) return { problem: `exec pragma only supports ${BOTH}; got \`${unknown.key}\`` };

  const found = new Map<string, PositionedValue>();
  for (const { key, value } of parsed.members) found.set(key, value);
  const pragma: { yieldTimeMs?: number; maxOutputTokens?: number } = {};
  for (const [key, field] of [
    ["yield_time_ms", "yieldTimeMs"],
    ["max_output_tokens", "maxOutputTokens"],
  ] as const) {
    const value = found.get(key);
    if (value === undefined || value.value === null) continue;
    const detail = notWhole(value);
    if (detail !== null) return { problem: `exec pragma fields ${BOTH} must be non-negative safe integers: ${detail}` };
    if (!Number.isSafeInteger(value.value))
      return { problem: `exec pragma field \`${key}\` must be a non-negative safe integer` };
    pragma[field] = value.value as number;
  }
  return { pragma };
}

/** Why a value is not a whole number, in the decoder's words; null if it is one. */
function notWhole(value: PositionedValue): string | null {
  if (typeof value.value === "number") return /^\d+$/u.test(value.token) ? null : "invalid number";
  return `invalid type: ${describeType(value)}, expected u64`;
}
