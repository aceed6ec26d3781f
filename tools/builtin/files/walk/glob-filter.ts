import { Automaton } from "../patterns/automaton.ts";
import { Work } from "../patterns/closure.ts";
import { parseGlob } from "../patterns/parse-glob.ts";
import { compile } from "../patterns/program.ts";
import { PatternError } from "../patterns/syntax.ts";

const MAX_GLOBS = 100;
const MAX_INSTRUCTIONS = 20_000;
const MAX_STEPS = 200_000_000;
/** Characters with which a part of a glob is no plain name any more. */
const SPECIAL = /[*?[\]{}\\]/u;

/** Chooses paths by globs: those that any takes and none with `!` before it refuses. */
export class GlobFilter {
  readonly #wanted: Automaton | null;
  readonly #refused: Automaton | null;
  readonly #prefixes: readonly string[];
  readonly #work = new Work(MAX_STEPS);

  /**
   * @param globs one without `/` goes by the name alone; others by the whole path. Without any but such with `!`, all are taken.
   * @throws {Error} for what is no glob, in words for a model.
   */
  constructor(globs: readonly string[]) {
    if (globs.length > MAX_GLOBS) throw new Error(`more than ${MAX_GLOBS} globs; use braces, as in \`*.{ts,js}\``);
    const wanted = globs.filter((glob) => !glob.startsWith("!")).map(normal);
    const refused = globs.filter((glob) => glob.startsWith("!")).map((glob) => normal(glob.slice(1)));
    this.#wanted = automatonOf(wanted);
    this.#refused = automatonOf(refused);
    this.#prefixes = wanted.map(plainPrefix);
  }

  takes(path: string): boolean {
    if (this.#wanted !== null && this.#wanted.run(path, this.#work) === -1) return false;
    return this.#refused === null || this.#refused.run(path, this.#work) === -1;
  }

  /** Whether anything below a folder can be taken. */
  mayEnter(folder: string): boolean {
    if (this.#wanted === null) return true;
    const below = `${folder}/`;
    return this.#prefixes.some((prefix) => prefix.startsWith(below) || below.startsWith(prefix));
  }
}

function automatonOf(globs: readonly string[]): Automaton | null {
  if (globs.length === 0) return null;
  const patterns = globs.map((glob) => {
    try {
      return parseGlob(glob.includes("/") ? glob : `**/${glob}`, { braces: true });
    } catch (error) {
      if (error instanceof PatternError)
        throw new Error(`the glob ${JSON.stringify(glob)}: ${error.message}`, { cause: error });
      throw error;
    }
  });
  return new Automaton(compile(patterns, MAX_INSTRUCTIONS), "whole");
}

function normal(glob: string): string {
  if (glob === "") throw new Error("a glob is empty");
  const plain = glob.replace(/^(?:\.\/)+/u, "");
  if (plain.startsWith("/") || plain.split("/").includes("..")) {
    throw new Error(`the glob ${JSON.stringify(glob)} leaves the folder it starts from; give that folder as \`path\``);
  }
  return plain;
}

/** The folders that all matches of a glob are in, with `/` at the end; empty where they can be anywhere. */
function plainPrefix(glob: string): string {
  const parts = glob.split("/").slice(0, -1);
  const special = parts.findIndex((part) => SPECIAL.test(part));
  const plain = special === -1 ? parts : parts.slice(0, special);
  return plain.map((part) => `${part}/`).join("");
}
