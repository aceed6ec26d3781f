import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, lstat, open, rename, unlink } from "node:fs/promises";
import type { HeldFolder } from "../../paths/allowed-roots.ts";
import { fingerprintOf, isSame } from "./plan.ts";
import type { Fingerprint, PlannedChange, Rights } from "./plan.ts";
import { codeOf } from "./system-error.ts";

/** Thrown when a file is no longer as it was verified. */
export class FileChanged extends Error {
  override readonly name: string = "FileChanged";
}

/**
 * Puts a new version in the place of an entry, at one moment, and answers the name under which the former one is kept; null
 * where there was none.
 */
export async function replaceEntry(
  held: HeldFolder,
  name: string,
  { bytes, rights, replaces }: NonNullable<PlannedChange["write"]>,
  fsync: boolean,
): Promise<string | null> {
  const fresh = spareName();
  let aside: string | null = null;
  try {
    await writeNew(held.at(fresh), bytes, rights, fsync);
    await expectSame(held.at(name), replaces);
    if (replaces !== null) aside = await keepCopy(held, name);
    await rename(held.at(fresh), held.at(name));
    return aside;
  } catch (error) {
    for (const spare of [fresh, aside]) if (spare !== null) await unlink(held.at(spare)).catch(() => undefined);
    throw error;
  }
}

/** Takes an entry away, and answers the name under which it is kept. */
export async function removeEntry(held: HeldFolder, name: string, was: Fingerprint): Promise<string> {
  await expectSame(held.at(name), was);
  const aside = spareName();
  await rename(held.at(name), held.at(aside));
  return aside;
}

async function writeNew(path: string, bytes: Buffer, rights: Rights | null, fsync: boolean): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, rights?.mode ?? 0o666);
  try {
    await file.writeFile(bytes);
    if (rights !== null) {
      const { uid, gid } = await file.stat();
      // Only the system's administrator may do that; others leave a file of their own.
      if (uid !== rights.uid || gid !== rights.gid) await file.chown(rights.uid, rights.gid).catch(() => undefined);
      await file.chmod(rights.mode);
    }
    if (fsync) await file.sync();
  } finally {
    await file.close();
  }
}

/** A second name for the same file, so that nothing of it is lost; a copy where the file system has no such names. */
async function keepCopy(held: HeldFolder, name: string): Promise<string> {
  const aside = spareName();
  try {
    await link(held.at(name), held.at(aside));
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw error;
    await copyFile(held.at(name), held.at(aside), constants.COPYFILE_EXCL);
  }
  return aside;
}

async function expectSame(path: string, was: Fingerprint | null): Promise<void> {
  const now = await lstat(path, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (was === null ? now === null : now !== null && isSame(was, fingerprintOf(now))) return;
  throw new FileChanged("it was changed by somebody else while the patch was applied");
}

function spareName(): string {
  return `.isocell-${randomBytes(8).toString("hex")}.tmp`;
}
