import type { ResultsFrame } from "../../../protocol/index.ts";

/**
 * The prelude's operation for results, and what it reads beside their payload: the call's number, or of several results JSON
 * of [call, ok, length, call, …].
 */
export function resultsEntry({ calls, ok, lengths }: ResultsFrame): readonly [operation: string, a: string | number] {
  if (calls.length === 1) return [ok[0] === true ? "result" : "failure", calls[0] ?? 0];
  let header = "[";
  for (let i = 0; i < calls.length; i++) {
    header += `${i === 0 ? "" : ","}${calls[i]},${ok[i] === true ? 1 : 0},${lengths[i]}`;
  }
  return ["results", `${header}]`];
}
