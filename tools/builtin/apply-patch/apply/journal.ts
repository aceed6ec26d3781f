import { lstat, mkdir, rename, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { AllowedRoots, HeldFolder } from "../../paths/allowed-roots.ts";
import { FileChanged, removeEntry, replaceEntry } from "./entry-changes.ts";
import type { PlannedChange } from "./plan.ts";
import { listed } from "./report.ts";
import { codeOf, systemErrorText } from "./system-error.ts";

/** One thing that was done: an entry is there that was not, or its former version is kept under another name. */
interface Done {
  /** As lists of changes show it; empty for folders. */
  readonly shown: string;
  readonly path: string;
  readonly undo: "remove" | "remove-folder" | "restore";
  /** Path of the former version. */
  readonly aside: string | null;
}

/** Makes changes one after the other, and can take all of them back until they are settled. */
export class Journal {
  readonly #roots: AllowedRoots;
  readonly #fsync: boolean;
  readonly #done: Done[] = [];

  constructor(roots: AllowedRoots, fsync: boolean) {
    this.#roots = roots;
    this.#fsync = fsync;
  }

  /** Changes made so far, as lists show them. */
  get made(): readonly string[] {
    return [...new Set(this.#done.map(({ shown }) => shown).filter((shown) => shown !== ""))];
  }

  /** Makes one change. When it throws, of this one at most the first half is in the journal. */
  async make({ change, write, remove }: PlannedChange): Promise<void> {
    const shown = listed(change);
    if (write !== null) {
      const { path } = write;
      await this.#makeFolder(dirname(path));
      const aside = await this.#within(path, (held) => replaceEntry(held, basename(path), write, this.#fsync));
      this.#note(shown, path, aside === null ? "remove" : "restore", aside);
    }
    if (remove !== null) {
      const { path, was } = remove;
      const aside = await this.#within(path, (held) => removeEntry(held, basename(path), was));
      this.#note(shown, path, "restore", aside);
    }
  }

  /** Takes everything back, the latest first, and answers what could not be. */
  async undo(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const { shown, path, undo, aside } of this.#done.splice(0).toReversed()) {
      try {
        await this.#within(path, async (held) => {
          const entry = held.at(basename(path));
          if (undo === "restore") await rename(held.at(basename(aside ?? "")), entry);
          else await (undo === "remove" ? unlink(entry) : rmdir(entry));
        });
      } catch (error) {
        // Somebody else has put something into the new folder: it is theirs now.
        if (undo === "remove-folder") continue;
        const kept = aside === null ? "" : `; its former content is in ${aside}`;
        problems.push(`${shown} (${problemOf(error)}${kept})`);
      }
    }
    return problems;
  }

  /** Clears former versions away, and answers the paths of those that could not be. */
  async settle(): Promise<readonly string[]> {
    const leftovers: string[] = [];
    for (const { aside } of this.#done.splice(0)) {
      if (aside === null) continue;
      try {
        await this.#within(aside, (held) => unlink(held.at(basename(aside))));
      } catch {
        leftovers.push(aside);
      }
    }
    return leftovers;
  }

  #note(shown: string, path: string, undo: Done["undo"], aside: string | null): void {
    this.#done.push({ shown, path, undo, aside: aside === null ? null : join(dirname(path), aside) });
  }

  /** Makes a folder, and those that it is to be in. Each is held while the next is made in it, so that no link gets between. */
  async #makeFolder(folder: string): Promise<void> {
    const missing: string[] = [];
    for (let at = folder; !(await isThere(at)); at = dirname(at)) missing.push(at);
    for (const path of missing.toReversed()) {
      const made = await this.#within(path, (held) =>
        mkdir(held.at(basename(path))).then(
          () => true,
          (error: unknown) => {
            if (codeOf(error) === "EEXIST") return false;
            throw error;
          },
        ),
      );
      if (made) this.#note("", path, "remove-folder", null);
    }
  }

  async #within<T>(path: string, work: (held: HeldFolder) => Promise<T>): Promise<T> {
    const held = await this.#roots.holdFolderOf(path);
    try {
      if (held.path !== dirname(path)) throw new FileChanged(`${dirname(path)} leads elsewhere now, to ${held.path}`);
      return await work(held);
    } finally {
      await held.close();
    }
  }
}

/** What went wrong with one entry, in words for a model. */
export function problemOf(error: unknown): string {
  return codeOf(error) === "" && error instanceof Error ? error.message : systemErrorText(error);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}
