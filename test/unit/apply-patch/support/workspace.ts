import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder with some files in it, which is gone when the test is over. */
export async function workspace(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "isocell-patch-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** All files below a folder by their paths, as text of one byte a character, so that no byte is lost; links with where they lead. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: [string, string][] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = entry.isSymbolicLink() ? `link to ${await readlink(path)}` : await readFile(path, "latin1");
    files.push([relative(folder, path), content]);
  }
  return Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A patch out of the lines between its markers. */
export function patchOf(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}
