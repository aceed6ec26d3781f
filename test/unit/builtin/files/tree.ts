import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for a test, gone when the test ends, with the given files in it. */
export async function tree(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "isocell-files-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await plant(folder, files);
  return folder;
}

/** Writes files below a folder. A name with `/` at its end is a folder. */
export async function plant(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    if (path.endsWith("/")) {
      await mkdir(join(folder, path), { recursive: true });
      continue;
    }
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
