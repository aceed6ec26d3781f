// The only file that reads Git. Through a library: no process is started, so that nothing a repository configures can run.
import fs from "node:fs";
import { dirname, resolve } from "node:path";
import git from "isomorphic-git";
import { ImpactFailure } from "../failure.ts";

/** One entry of a folder, as Git keeps it. */
export interface Entry {
  readonly name: string;
  readonly oid: string;
  /** `tree`, `blob`, or `commit` for a submodule. */
  readonly type: "tree" | "blob" | "commit";
  /** Octal, as Git writes it: `100644`, `100755`, `120000` for a symbolic link. */
  readonly mode: string;
}

/** A commit as far as it matters here. */
export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/** Read access to one repository. What it has read it keeps for as long as it lives: make one for each request. */
export class Repository {
  readonly #dir: string;
  readonly #gitdir: string;
  /** Where HEAD is: a worktree has its own. */
  readonly #headFolder: string;
  readonly #cache: object = {};

  private constructor(dir: string, gitdir: string, headFolder: string) {
    this.#dir = dir;
    this.#gitdir = gitdir;
    this.#headFolder = headFolder;
  }

  /**
   * Opens the repository that a folder is in.
   * @throws {ImpactFailure} `NOT_A_REPOSITORY`.
   */
  static async open(folder: string): Promise<Repository> {
    const root = await git.findRoot({ fs, filepath: folder }).catch(() => undefined);
    if (root !== undefined) return new Repository(root, ...foldersOf(root));
    if (fs.existsSync(`${folder}/HEAD`) && fs.existsSync(`${folder}/objects`)) {
      return new Repository(dirname(folder), folder, folder);
    }
    throw new ImpactFailure(
      "NOT_A_REPOSITORY",
      `${folder} is not in a Git repository.`,
      "Start the server in a folder of the repository, or give that folder as its argument.",
    );
  }

  /** The commit that a branch, tag or remote branch is at; undefined when there is none of that name. */
  async resolveName(name: string): Promise<string | undefined> {
    const ref = name === "HEAD" ? headOf(this.#headFolder) : name;
    return git.resolveRef({ ...this.#place(), ref }).catch(() => undefined);
  }

  /** The whole id that an abbreviated one stands for; undefined when none or more than one begins with it. */
  async expandId(prefix: string): Promise<string | undefined> {
    return git.expandOid({ ...this.#place(), oid: prefix }).catch(() => undefined);
  }

  /** The commit of an id, through annotated tags; undefined when it is not here or is no commit. */
  async commit(oid: string): Promise<Commit | undefined> {
    try {
      const { commit, oid: found } = await git.readCommit({ ...this.#place(), oid });
      return { oid: found, tree: commit.tree, parents: commit.parent };
    } catch {
      return undefined;
    }
  }

  /** Whether the history ends early here. */
  get shallow(): boolean {
    return fs.existsSync(`${this.#gitdir}/shallow`);
  }

  /** @throws {ImpactFailure} `UNREADABLE_OBJECT`. */
  async tree(oid: string): Promise<readonly Entry[]> {
    try {
      const { tree } = await git.readTree({ ...this.#place(), oid });
      return tree.map(({ path, oid: id, type, mode }) => ({ name: path, oid: id, type, mode }));
    } catch (error) {
      throw unreadable("tree", oid, error);
    }
  }

  /** @throws {ImpactFailure} `UNREADABLE_OBJECT`. */
  async blob(oid: string): Promise<Uint8Array> {
    try {
      return (await git.readBlob({ ...this.#place(), oid })).blob;
    } catch (error) {
      throw unreadable("blob", oid, error);
    }
  }

  /** The text of a file in a commit's tree; undefined when there is no such file. */
  async textAt(tree: string, path: string): Promise<string | undefined> {
    let entries = await this.tree(tree);
    const names = path.split("/");
    for (const [depth, name] of names.entries()) {
      const entry = entries.find((candidate) => candidate.name === name);
      if (entry === undefined || entry.type === "commit") return undefined;
      if (depth === names.length - 1) {
        return entry.type === "blob" ? new TextDecoder().decode(await this.blob(entry.oid)) : undefined;
      }
      if (entry.type !== "tree") return undefined;
      entries = await this.tree(entry.oid);
    }
    return undefined;
  }

  #place(): { readonly fs: typeof fs; readonly dir: string; readonly gitdir: string; readonly cache: object } {
    return { fs, dir: this.#dir, gitdir: this.#gitdir, cache: this.#cache };
  }
}

/** Git's own folder of a checkout, and the one that its HEAD is in. A worktree and a submodule have a file that says where. */
function foldersOf(root: string): [gitdir: string, headFolder: string] {
  const at = `${root}/.git`;
  if (fs.statSync(at).isDirectory()) return [at, at];
  const headFolder = resolve(
    root,
    fs
      .readFileSync(at, "utf8")
      .replace(/^gitdir:\s*/u, "")
      .trim(),
  );
  const common = `${headFolder}/commondir`;
  if (!fs.existsSync(common)) return [headFolder, headFolder];
  return [resolve(headFolder, fs.readFileSync(common, "utf8").trim()), headFolder];
}

/** The branch that HEAD stands for, or the commit it is at. */
function headOf(folder: string): string {
  try {
    return fs
      .readFileSync(`${folder}/HEAD`, "utf8")
      .replace(/^ref:\s*/u, "")
      .trim();
  } catch {
    return "HEAD";
  }
}

function unreadable(what: string, oid: string, error: unknown): ImpactFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new ImpactFailure(
    "UNREADABLE_OBJECT",
    `The ${what} ${oid.slice(0, 12)} could not be read: ${reason}`,
    "Run `git fsck`; in a partial clone, fetch the missing objects first.",
  );
}
