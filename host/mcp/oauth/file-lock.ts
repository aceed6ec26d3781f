import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;
/** Whoever holds a lock longer has died with it: see {@link HOLD_MS}. */
const STALE_MS = 60_000;

/** How long a lock may be held, in ms. */
export const HOLD_MS = 45_000;

/**
 * Runs `work` while no other process runs anything under the same lock.
 *
 * @param path the file that stands for the lock; its folder exists.
 * @param work must end within {@link HOLD_MS}.
 * @param signal gives up waiting.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const owner = randomUUID();
  while (!(await take(path, owner))) {
    await breakStale(path, owner);
    await delay(POLL_MS, undefined, signal === undefined ? {} : { signal });
  }
  try {
    return await work();
  } finally {
    // Somebody who thought it stale may have taken it.
    const holder = await readFile(path, "utf8").catch(() => "");
    if (holder === owner) await rm(path, { force: true });
  }
}

async function take(path: string, owner: string): Promise<boolean> {
  try {
    await writeFile(path, owner, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function breakStale(path: string, owner: string): Promise<void> {
  const seen = await stat(path).catch(() => undefined);
  if (seen === undefined || Date.now() - seen.mtimeMs < STALE_MS) return;
  const aside = `${path}.${owner}`;
  try {
    await rename(path, aside);
    // Another process may have broken it meanwhile, and this is a fresh one: it is put back.
    const moved = await stat(aside);
    if (moved.ino !== seen.ino || moved.mtimeMs !== seen.mtimeMs) await link(aside, path);
  } catch {
    // Somebody else was faster.
  } finally {
    await rm(aside, { force: true });
  }
}
