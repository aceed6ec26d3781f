import type { Patch } from "../patch.ts";
import { PatchStreamParser } from "./stream-parser.ts";

/**
 * Reads a patch. It is more tolerant than the grammar that models are given: outer white space, indented markers and
 * headers, carriage returns, the wrapping of a shell's heredoc, empty lines in and between chunks.
 * @throws {PatchError} of the kind syntax.
 */
export function parsePatch(text: string): Patch {
  const parser = new PatchStreamParser();
  parser.push(text);
  return parser.end().patch;
}
