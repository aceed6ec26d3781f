import { Automaton } from "../patterns/automaton.ts";
import { single } from "../patterns/code-set.ts";
import type { Work } from "../patterns/closure.ts";
import { parseGlob } from "../patterns/parse-glob.ts";
import { compile } from "../patterns/program.ts";
import { PatternError } from "../patterns/syntax.ts";
import type { PatternNode } from "../patterns/syntax.ts";

const MAX_INSTRUCTIONS = 200_000;

/** Stands behind the path of a folder: some rules are for folders only. */
const FOLDER_MARK = "\0";
const FOLDER: PatternNode = { type: "set", set: single(0) };
const MAYBE_FOLDER: PatternNode = { type: "repeat", node: FOLDER, min: 0, max: 1, greedy: true };

/** The rules of one `.gitignore`. */
export class IgnoreRules {
  readonly #automaton: Automaton | null;
  readonly #negated: readonly boolean[];

  /** @param text the file's text. Lines that are no rules count for nothing, as with git. */
  constructor(text: string) {
    const patterns: PatternNode[] = [];
    const negated: boolean[] = [];
    for (const line of text.replace(/^\uFEFF/u, "").split(/\r?\n/u)) {
      const rule = parseRule(line);
      if (rule === null) continue;
      patterns.push(rule.pattern);
      negated.push(rule.negated);
    }
    this.#negated = negated;
    this.#automaton = patterns.length === 0 ? null : new Automaton(compile(patterns, MAX_INSTRUCTIONS), "whole");
  }

  /**
   * What the rules say of an entry: true to ignore it, false to keep it, null for nothing. The last rule that fits decides.
   * @param path relative to the folder of the rules, with `/`.
   */
  verdict(path: string, isFolder: boolean, work: Work): boolean | null {
    const rule = this.#automaton?.run(isFolder ? path + FOLDER_MARK : path, work) ?? -1;
    return rule === -1 ? null : this.#negated[rule] !== true;
  }
}

function parseRule(line: string): { readonly pattern: PatternNode; readonly negated: boolean } | null {
  let glob = withoutTrailingSpaces(line);
  if (glob === "" || glob.startsWith("#")) return null;
  const negated = glob.startsWith("!");
  if (negated) glob = glob.slice(1);
  const folderOnly = glob.endsWith("/");
  if (folderOnly) glob = glob.slice(0, -1);
  const anchored = glob.includes("/");
  if (glob.startsWith("/")) glob = glob.slice(1);
  if (glob === "") return null;
  try {
    const parts = [parseGlob(anchored ? glob : `**/${glob}`, { braces: false }), folderOnly ? FOLDER : MAYBE_FOLDER];
    return { pattern: { type: "concat", parts }, negated };
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}

/** Spaces at the end count only behind a backslash. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
