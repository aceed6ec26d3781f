import { PatchError } from "../patch-error.ts";

/** The text as a whole is no patch. */
export function invalidPatch(problem: string): PatchError {
  return new PatchError("syntax", `invalid patch: ${problem}`);
}

/** One line of it is wrong. */
export function invalidLine(line: number, problem: string): PatchError {
  return new PatchError("syntax", `invalid hunk at line ${line}, ${problem}`, { line });
}
