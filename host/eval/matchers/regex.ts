import { createContext, Script } from "node:vm";
import type { Context } from "node:vm";

/** An expression that has not decided by then never will within reason, in ms. */
export const REGEX_DEADLINE_MS = 250;
/** Longest text that an expression is tried on, in UTF-16 units. */
export const MAX_REGEX_TEXT = 1_000_000;

// Not for isolation: a context is what V8 can be told to stop within, in the middle of an expression, too.
const SEARCH: Script = new Script("new RegExp(pattern, flags).test(text)");
let context: Context | undefined;

/** Whether an expression finds something in a text; null when it took too long to say. */
export function searchRegex(pattern: string, flags: string, text: string): boolean | null {
  context ??= createContext(Object.create(null) as object);
  const searched = context as Record<string, unknown>;
  searched["pattern"] = pattern;
  searched["flags"] = flags;
  searched["text"] = text;
  try {
    return SEARCH.runInContext(context, { timeout: REGEX_DEADLINE_MS }) === true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  } finally {
    searched["text"] = "";
  }
}

/** What is wrong with an expression; null for one that can be used. */
export function regexProblem(pattern: string, flags: string): string | null {
  if (!/^[imsu]*$/.test(flags)) return "flags of i, m, s and u";
  try {
    new RegExp(pattern, flags).test("");
    return null;
  } catch (error) {
    return `a regular expression (${error instanceof Error ? error.message : String(error)})`;
  }
}
