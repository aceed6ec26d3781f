import { parseArguments } from "../../pipeline/parse-arguments.ts";
import { failureText } from "./result.ts";

/** The arguments of a direct call that gave none: the server is called without any. */
export const NO_ARGUMENTS: Readonly<Record<string, never>> = Object.freeze({});

const COMMON_WORDS = /^failed to parse function arguments: /;
const SHOWN_CHARACTERS = 200;

/** Reads the arguments of a direct call as a server takes them, with problems in the words that models are trained on. */
export function parseMcpArguments(
  server: string,
  tool: string,
  json: string,
): { readonly input: unknown } | { readonly problem: string } {
  if (json.trim() === "") return { input: NO_ARGUMENTS };
  const parsed = parseArguments(json);
  if ("problem" in parsed) return { problem: parsed.problem.replace(COMMON_WORDS, "err: ") };
  const { input } = parsed;
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return parsed;
  const got = JSON.stringify(input);
  const shown = got.length > SHOWN_CHARACTERS ? `${got.slice(0, SHOWN_CHARACTERS)}…` : got;
  return { problem: failureText(server, tool, `MCP tool arguments must be a JSON object, got ${shown}`) };
}
