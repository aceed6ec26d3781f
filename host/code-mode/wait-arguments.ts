import {
  readArguments,
  readFlag,
  readNullable,
  readOptional,
  readStruct,
  readText,
  readWhole,
} from "../../tools/index.ts";

/** Arguments of `wait`. */
export interface WaitArguments {
  readonly cellId: string;
  readonly yieldTimeMs: number;
  readonly maxTokens: number;
  readonly terminate: boolean;
}

const DEFAULT_YIELD_MS = 10_000;
const DEFAULT_MAX_TOKENS = 10_000;

const ARGUMENTS = readStruct("WaitArgs", {
  cell_id: readText,
  yield_time_ms: readOptional(readWhole("u64")),
  max_tokens: readNullable(readWhole("u64")),
  terminate: readOptional(readFlag),
});

/** Reads the arguments of `wait`; a problem is worded as the reference words it. Unknown members are ignored. */
export function parseWaitArguments(json: string): { readonly input: WaitArguments } | { readonly problem: string } {
  const read = readArguments(json, ARGUMENTS);
  if ("problem" in read) return read;
  const { cell_id: cellId, yield_time_ms, max_tokens, terminate = false } = read.input;
  const [yieldTimeMs, maxTokens] = [yield_time_ms ?? DEFAULT_YIELD_MS, max_tokens ?? DEFAULT_MAX_TOKENS];
  return { input: { cellId, yieldTimeMs, maxTokens, terminate } };
}
