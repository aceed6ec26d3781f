import type { Dirent, Stats } from "node:fs";
import { lstat, open, opendir, readlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { FOLDER_FLAGS, handlePath } from "../../paths/allowed-roots.ts";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { compareBytewise } from "../../../names/byte-order.ts";

/** What a folder's entry is; `other` is a device, a pipe or a socket. */
export type EntryType = "file" | "directory" | "symlink" | "other";

export interface FolderEntry {
  readonly name: string;
  readonly type: EntryType;
}

export interface EntryDetails {
  /** Bytes. */
  readonly size: number;
  readonly mtime: Date;
  /** What a link says; null for others. */
  readonly target: string | null;
}

/** Entries of a folder are held in memory to be sorted. */
const MAX_ENTRIES = 200_000;

/** A folder held open. What is reached from here is reached through it, whatever happens to names on the way to it. */
export class OpenFolder {
  /** Absolute, without links. */
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #base: string;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#base = handlePath(handle, path);
    this.path = path;
  }

  /** @throws {PathRefused} when it is outside of all roots, and what `open` throws. */
  static async at(path: string, roots: AllowedRoots): Promise<OpenFolder> {
    const { folder, path: real } = await roots.openFolder(path);
    return new OpenFolder(folder, real);
  }

  /** Opens a folder in this one; a link is refused with the error of `open`. */
  async enter(name: string): Promise<OpenFolder> {
    return new OpenFolder(await open(join(this.#base, name), FOLDER_FLAGS), join(this.path, name));
  }

  /** The entries, sorted by the bytes of their names. `complete` is false where there are too many; the first ones found stay. */
  async list(signal: AbortSignal): Promise<{ readonly entries: FolderEntry[]; readonly complete: boolean }> {
    const entries: FolderEntry[] = [];
    let complete = true;
    for await (const entry of await opendir(this.#base, { bufferSize: 1024 })) {
      if (entries.length >= MAX_ENTRIES) {
        complete = false;
        break;
      }
      if (entries.length % 1024 === 0) signal.throwIfAborted();
      entries.push({ name: entry.name, type: await this.#typeOf(entry) });
    }
    entries.sort((a, b) => compareBytewise(a.name, b.name));
    return { entries, complete };
  }

  /** Size and times of an entry itself, not of what it leads to; null when it is gone, or its name is no text. */
  async statsOf(name: string): Promise<Stats | null> {
    return lstat(join(this.#base, name)).catch(() => null);
  }

  /** What is known of an entry itself, not of what it leads to; null when it is gone. */
  async detailsOf(name: string): Promise<EntryDetails | null> {
    const stats = await this.statsOf(name);
    if (stats === null) return null;
    const target = stats.isSymbolicLink() ? await readlink(join(this.#base, name)).catch(() => null) : null;
    return { size: stats.size, mtime: stats.mtime, target };
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #typeOf(entry: Dirent): Promise<EntryType> {
    const known = typeOf(entry);
    if (known !== null) return known;
    // Some file systems tell no types.
    const stats = await this.statsOf(entry.name);
    return (stats === null ? null : typeOf(stats)) ?? "other";
  }
}

function typeOf(entry: Dirent | Stats): EntryType | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "symlink";
  const special = [entry.isFIFO(), entry.isSocket(), entry.isCharacterDevice(), entry.isBlockDevice()];
  return special.includes(true) ? "other" : null;
}
