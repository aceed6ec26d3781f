import { JsonSyntaxError, parseJson } from "../../tools/index.ts";

/** Reads the arguments of a direct call. A problem is worded for the model, as the reference words it. */
export function parseArguments(json: string): { readonly input: unknown } | { readonly problem: string } {
  try {
    // The platform's parser is many times faster; ours only finds the words for what it refused.
    return { input: JSON.parse(json.trim() === "" ? "{}" : json) };
  } catch {
    return { problem: `failed to parse function arguments: ${jsonProblem(json)}` };
  }
}

/** What is wrong with a text that is not JSON. */
function jsonProblem(json: string): string {
  try {
    parseJson(json);
    return "invalid JSON";
  } catch (error) {
    return error instanceof JsonSyntaxError ? error.message : "recursion limit exceeded";
  }
}
