import { describeType, JsonSyntaxError, parseJson } from "../../tools/index.ts";
import type { PositionedValue } from "../../tools/index.ts";

/** Arguments of `wait`. */
export interface WaitArguments {
  readonly cellId: string;
  readonly yieldTimeMs: number;
  readonly maxTokens: number;
  readonly terminate: boolean;
}

const DEFAULT_YIELD_MS = 10_000;
const DEFAULT_MAX_TOKENS = 10_000;

/** Reads the arguments of `wait`; a problem is worded as the reference words it. Unknown members are ignored. */
export function parseWaitArguments(json: string): { readonly input: WaitArguments } | { readonly problem: string } {
  try {
    return { input: read(parseJson(json)) };
  } catch (error) {
    const detail = error instanceof JsonSyntaxError ? error.message : "recursion limit exceeded";
    return { problem: `failed to parse function arguments: ${detail}` };
  }
}

function read(parsed: PositionedValue): WaitArguments {
  if (parsed.members === undefined) {
    throw new JsonSyntaxError(`invalid type: ${describeType(parsed)}, expected struct WaitArgs at ${parsed.at}`);
  }
  let cellId: string | null = null;
  let yieldTimeMs = DEFAULT_YIELD_MS;
  let maxTokens = DEFAULT_MAX_TOKENS;
  let terminate = false;
  for (const { key, value } of parsed.members) {
    if (key === "cell_id") {
      if (typeof value.value !== "string") expected(value, "a string");
      cellId = value.value;
    } else if (key === "yield_time_ms") {
      yieldTimeMs = whole(value);
    } else if (key === "max_tokens") {
      maxTokens = value.value === null ? DEFAULT_MAX_TOKENS : whole(value);
    } else if (key === "terminate") {
      if (typeof value.value !== "boolean") expected(value, "a boolean");
      terminate = value.value;
    }
  }
  if (cellId === null) throw new JsonSyntaxError(`missing field \`cell_id\` at ${parsed.at}`);
  return { cellId, yieldTimeMs, maxTokens, terminate };
}

function whole(value: PositionedValue): number {
  if (typeof value.value === "number" && /^\d+$/u.test(value.token)) return value.value;
  if (typeof value.value === "number" && /^-\d+$/u.test(value.token)) {
    throw new JsonSyntaxError(`invalid value: integer \`${value.token}\`, expected u64 at ${value.at}`);
  }
  return expected(value, "u64");
}

function expected(value: PositionedValue, what: string): never {
  throw new JsonSyntaxError(`invalid type: ${describeType(value)}, expected ${what} at ${value.at}`);
}
