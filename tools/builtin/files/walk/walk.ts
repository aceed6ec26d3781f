import { join } from "node:path";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { IgnoreStack } from "./ignore-stack.ts";
import { OpenFolder } from "./open-folder.ts";
import type { EntryDetails, EntryType, FolderEntry } from "./open-folder.ts";

/** An entry below the folder where a walk began. */
export interface WalkEntry {
  /** From that folder, with `/`. */
  readonly path: string;
  readonly type: EntryType;
  /** Its size and times, and for a link what it says; to be asked before the walk goes on. Null when it is gone. */
  readonly details: () => Promise<EntryDetails | null>;
}

/** What a walk did not go through; a folder counts as one. */
export interface LeftOut {
  ignored: number;
  hidden: number;
  /** Folders that could not be listed, or not wholly, and names that are no UTF-8. */
  unreadable: number;
}

export interface WalkOptions {
  readonly includeIgnored: boolean;
  /** Whether names that begin with a dot count. */
  readonly hidden: boolean;
  /** Folders below which nothing is looked at; 1 for the folder's own entries. Default: no limit but one for loops. */
  readonly maxDepth?: number;
  /** Whether a `.git` is shown; it is never entered. Default: no. */
  readonly showGit?: boolean;
  /** Whether a folder can hold anything of interest. Default: all can. */
  readonly enter?: (path: string) => boolean;
  readonly signal: AbortSignal;
  readonly leftOut: LeftOut;
}

/** One open handle a level. */
const MAX_DEPTH = 250;

/**
 * Goes through a folder: depth first, names sorted by their bytes, links not followed, `.git` never entered. Ignored entries
 * are left out by the `.gitignore` files and the `.git/info/exclude` of the repository.
 * @throws {PathRefused} when the folder is outside of all roots, and what opening it throws.
 */
export async function* walk(path: string, roots: AllowedRoots, options: WalkOptions): AsyncGenerator<WalkEntry, void> {
  const folder = await OpenFolder.at(path, roots);
  try {
    const ignore = options.includeIgnored ? null : await IgnoreStack.above(folder.path, roots);
    yield* walkFolder(folder, "", 1, ignore, { ...options, roots });
  } finally {
    await folder.close();
  }
}

type Walk = WalkOptions & { readonly roots: AllowedRoots };

async function* walkFolder(
  folder: OpenFolder,
  prefix: string,
  depth: number,
  above: IgnoreStack | null,
  context: Walk,
): AsyncGenerator<WalkEntry, void> {
  const { signal, leftOut } = context;
  signal.throwIfAborted();
  const { entries, complete } = await folder.list(signal);
  if (!complete) leftOut.unreadable++;
  const ignore = (await above?.enter(folder.path, marksOf(entries), context.roots)) ?? null;
  for (const { name, type } of entries) {
    if (name === ".git" && context.showGit !== true) continue;
    const isFolder = type === "directory";
    if (!context.hidden && name.startsWith(".")) {
      leftOut.hidden++;
      continue;
    }
    if (ignore?.ignores(join(folder.path, name), isFolder) === true) {
      leftOut.ignored++;
      continue;
    }
    // A name that is no UTF-8 reaches us changed, and leads nowhere.
    if (name.includes("\uFFFD") && (await folder.statsOf(name)) === null) {
      leftOut.unreadable++;
      continue;
    }
    const path = prefix + name;
    yield { path, type, details: () => folder.detailsOf(name) };
    if (isFolder && name !== ".git" && mayEnter(path, depth, context))
      yield* walkInto(folder, name, path, depth, ignore, context);
  }
}

async function* walkInto(
  folder: OpenFolder,
  name: string,
  path: string,
  depth: number,
  ignore: IgnoreStack | null,
  context: Walk,
): AsyncGenerator<WalkEntry, void> {
  const inner = depth >= MAX_DEPTH ? null : await folder.enter(name).catch(() => null);
  if (inner === null) {
    // Not ours to read, gone, or a link by now.
    context.leftOut.unreadable++;
    return;
  }
  try {
    yield* walkFolder(inner, `${path}/`, depth + 1, ignore, context);
  } finally {
    await inner.close();
  }
}

function mayEnter(path: string, depth: number, { maxDepth = Infinity, enter }: Walk): boolean {
  return depth < maxDepth && enter?.(path) !== false;
}

function marksOf(entries: readonly FolderEntry[]): { readonly ignoreFile: boolean; readonly repository: boolean } {
  const has = (name: string, type: EntryType): boolean =>
    entries.some((entry) => entry.name === name && entry.type === type);
  return { ignoreFile: has(".gitignore", "file"), repository: has(".git", "directory") };
}
