import { constants } from "node:fs";
import type { Stats } from "node:fs";
import { lstat, open, readlink, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Thrown for a path that leaves the allowed folders. The message is for a model. */
export class PathRefused extends Error {
  override readonly name: string = "PathRefused";
}

/** A folder held open, in which one entry is about to be made, replaced or removed. */
export interface HeldFolder {
  /** Where the folder really was when it was opened. */
  readonly path: string;
  /** A path of the entry that keeps leading into the held folder, even if names on the way are changed meanwhile. */
  readonly at: (name: string) => string;
  readonly close: () => Promise<void>;
}

/**
 * The folders that tools may touch. Every path is judged by where it really leads, so that neither `..` nor a symbolic link is
 * a way out. On Linux what was opened is judged once more, so that a link swapped in between is no way out either.
 */
export class AllowedRoots {
  /** Where relative paths start. Absolute. */
  readonly cwd: string;
  readonly #given: readonly string[];
  #real: Promise<readonly string[]> | null = null;

  /**
   * @param cwd where relative paths start.
   * @param roots allowed folders, relative to `cwd`; `null` allows every path. Default: `cwd` alone.
   */
  constructor(cwd: string, roots?: readonly string[] | null) {
    this.cwd = resolve(cwd);
    this.#given = roots === null ? [] : (roots ?? ["."]).map((root) => resolve(this.cwd, root));
    if (roots === null) this.#real = Promise.resolve([]);
  }

  /** Whether every path is allowed. */
  get unlimited(): boolean {
    return this.#given.length === 0;
  }

  /**
   * The absolute path of an entry, whether it is there or not, with symbolic links on the way followed.
   * @throws {PathRefused} when it is outside of all roots.
   */
  async resolve(path: string): Promise<string> {
    const real = await realPathOf(resolve(this.cwd, path));
    await this.#check(real, path);
    return real;
  }

  /**
   * Opens a file for reading.
   * @throws {PathRefused} when it is outside of all roots, and what `open` throws.
   */
  async openFile(path: string): Promise<{ readonly file: FileHandle; readonly path: string; readonly stats: Stats }> {
    const real = await this.resolve(path);
    // A named pipe would wait for whoever writes to it.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      await this.#check(await pathOfHandle(file, real), path);
      return { file, path: real, stats: await file.stat() };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Opens a folder to list what is in it.
   * @throws {PathRefused} when it is outside of all roots, and what `open` throws.
   */
  async openFolder(path: string): Promise<{ readonly folder: FileHandle; readonly path: string }> {
    const real = await this.resolve(path);
    const folder = await open(real, FOLDER_FLAGS);
    try {
      await this.#check(await pathOfHandle(folder, real), path);
    } catch (error) {
      await folder.close();
      throw error;
    }
    return { folder, path: real };
  }

  /**
   * Opens the folder that an entry is in, to change that entry. The folder has to be there.
   * @throws {PathRefused} when the folder is outside of all roots, and what `open` throws.
   */
  async holdFolderOf(path: string): Promise<HeldFolder> {
    const { folder, path: real } = await this.openFolder(dirname(resolve(this.cwd, path)));
    const base = handlePath(folder, real);
    return { path: real, at: (name) => join(base, basename(name)), close: () => folder.close() };
  }

  /** The allowed folders as they really are; empty when every path is allowed. */
  folders(): Promise<readonly string[]> {
    this.#real ??= Promise.all(this.#given.map(realPathOf));
    return this.#real;
  }

  async #check(real: string, path: string): Promise<void> {
    if (this.unlimited) return;
    const roots = await this.folders();
    if (roots.some((root) => isWithin(root, real))) return;
    throw new PathRefused(`${path} is outside of the allowed folders (${roots.join(", ")})`);
  }
}

/** How folders are opened: what is a link at that moment is not followed. */
export const FOLDER_FLAGS: number = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A path of an open folder that keeps leading to it where the platform has such; elsewhere the path it was opened by. */
export function handlePath(folder: FileHandle, openedBy: string): string {
  return process.platform === "linux" ? `/proc/self/fd/${folder.fd}` : openedBy;
}

/** Whether a path is a folder itself or somewhere below it. Both absolute, without symbolic links. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Follows links as far as there is something; the rest of the path is taken as it is. */
async function realPathOf(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...missing);
    } catch (error) {
      if (dirname(at) === at || !isMissing(error)) throw error;
      // A link that leads to nothing would be followed by whoever creates what it leads to.
      if (await isLink(at)) return join(await realPathOf(resolve(dirname(at), await readlink(at))), ...missing);
      missing.unshift(basename(at));
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isSymbolicLink() ?? false;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** Where an open handle really is; elsewhere than on Linux nobody tells, and the path it was opened by has to do. */
async function pathOfHandle(handle: FileHandle, openedBy: string): Promise<string> {
  return process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : openedBy;
}
