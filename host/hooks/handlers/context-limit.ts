import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approximateTokens, truncateMiddle } from "../../../tools/index.ts";

/** Cuts context to a limit. */
export interface ContextLimit {
  (text: string, maxTokens: number): Promise<string>;
  /** Removes the folder that was made for it among the temporary ones. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a limit for context. A text beyond it goes to a file of its own that only this user can read; what is left is its
 * head and tail and where the whole is. The pointer counts towards the limit. 0 is no limit.
 *
 * @param folder where the files go, made when needed; undefined for a new temporary folder.
 */
export function createContextLimit(folder: string | undefined): ContextLimit {
  let made: Promise<string> | undefined;
  const limit = async (text: string, maxTokens: number): Promise<string> => {
    if (maxTokens === 0 || approximateTokens(text) <= maxTokens) return text;
    try {
      made ??= makeFolder(folder);
      const file = join(await made, `${randomUUID()}.txt`);
      await writeFile(file, text, { mode: 0o600, flag: "wx" });
      const footer = `\n\nFull hook output saved to: ${file}`;
      return truncateMiddle(text, { maxTokens: Math.max(0, maxTokens - approximateTokens(footer)) }) + footer;
    } catch {
      // A full disk must cost the call no more than the middle of this text.
      made = undefined;
      return truncateMiddle(text, { maxTokens });
    }
  };
  const close = async (): Promise<void> => {
    const own = folder === undefined ? await made?.catch(() => undefined) : undefined;
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  };
  return Object.assign(limit, { close });
}

async function makeFolder(folder: string | undefined): Promise<string> {
  if (folder === undefined) return mkdtemp(join(tmpdir(), "isocell-hooks-"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
