import { dirname, join, relative, sep } from "node:path";
import { isWithin } from "../../paths/allowed-roots.ts";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { PatternTooCostly, Work } from "../patterns/closure.ts";
import { PatternError } from "../patterns/syntax.ts";
import { IgnoreRules } from "./ignore-rules.ts";

/** No project needs more; the rest of a longer file is not read. */
const MAX_RULE_BYTES = 1024 * 1024;
/** Steps that the rules may take in one walk: a few seconds' worth, reached by rules written for that only. */
const MAX_STEPS = 200_000_000;

interface Level {
  /** Absolute, without a trailing separator. */
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/** The ignore rules that hold at one place of a walk: of this folder and all above. */
export class IgnoreStack {
  readonly #levels: readonly Level[];
  readonly #work: Work;

  private constructor(levels: readonly Level[], work: Work) {
    this.#levels = levels;
    this.#work = work;
  }

  /**
   * The rules above a folder: up to the top of its repository, or to the allowed folder it is in where there is none.
   * @param folder absolute, without links.
   */
  static async above(folder: string, roots: AllowedRoots): Promise<IgnoreStack> {
    const chain: string[] = [];
    const isTop = async (at: string): Promise<boolean> => await exists(join(at, ".git"), roots);
    let top = (await isTop(folder)) ? folder : null;
    for (let at = folder; top === null && dirname(at) !== at;) {
      at = dirname(at);
      if (!(await exists(at, roots))) break;
      chain.push(at);
      if (await isTop(at)) top = at;
    }
    const counted = top !== null || !roots.unlimited ? chain : chain.filter((at) => isWithin(roots.cwd, at));
    let stack = new IgnoreStack([], new Work(MAX_STEPS));
    for (const at of counted.toReversed())
      stack = await stack.enter(at, { ignoreFile: true, repository: at === top }, roots);
    return stack;
  }

  /** The rules within a folder, which may have rules of its own. */
  async enter(
    folder: string,
    has: { readonly ignoreFile: boolean; readonly repository: boolean },
    roots: AllowedRoots,
  ): Promise<IgnoreStack> {
    const levels = [...this.#levels];
    // The file counts more than what the repository keeps to itself.
    const files = [...(has.repository ? [".git/info/exclude"] : []), ...(has.ignoreFile ? [".gitignore"] : [])];
    for (const file of files) {
      const text = await readRules(join(folder, file), roots);
      if (text !== null) levels.push({ folder, rules: rulesOf(text, join(folder, file)) });
    }
    return levels.length === this.#levels.length ? this : new IgnoreStack(levels, this.#work);
  }

  /** Whether an entry is ignored, its folder not being so. */
  ignores(path: string, isFolder: boolean): boolean {
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const level = this.#levels[index];
      if (level === undefined) continue;
      const verdict = this.#verdict(level, path, isFolder);
      if (verdict !== null) return verdict;
    }
    return false;
  }

  #verdict({ folder, rules }: Level, path: string, isFolder: boolean): boolean | null {
    const way = folder === sep ? path.slice(1) : path.slice(folder.length + 1);
    try {
      return rules.verdict(sep === "/" ? way : way.replaceAll(sep, "/"), isFolder, this.#work);
    } catch (error) {
      if (!(error instanceof PatternTooCostly)) throw error;
      const where = relative(folder, path);
      throw new Error(
        `the ignore rules of ${folder} need too much work on ${where}; set include_ignored to leave them out`,
        {
          cause: error,
        },
      );
    }
  }
}

function rulesOf(text: string, path: string): IgnoreRules {
  try {
    return new IgnoreRules(text);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Error(`the ignore rules of ${path} are too many; set include_ignored to leave them out`, {
      cause: error,
    });
  }
}

async function readRules(path: string, roots: AllowedRoots): Promise<string | null> {
  try {
    const { file, stats } = await roots.openFile(path);
    try {
      if (!stats.isFile()) return null;
      const buffer = Buffer.alloc(Math.min(stats.size, MAX_RULE_BYTES));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // Missing, unreadable, or a link out of the allowed folders: no rules.
    return null;
  }
}

async function exists(path: string, roots: AllowedRoots): Promise<boolean> {
  try {
    const { file } = await roots.openFile(path);
    await file.close();
    return true;
  } catch {
    return false;
  }
}
