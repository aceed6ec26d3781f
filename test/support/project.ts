import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The repository's root. */
export const ROOT: string = join(import.meta.dirname, "../..");

/** The folders that are built into the package. */
export const SOURCE_FOLDERS: readonly string[] = ["protocol", "runtime", "tools", "host"];

/** Files below a folder of the repository whose names pass, as paths from the root with forward slashes, sorted. */
function listFiles(folder: string, accept: (name: string) => boolean): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && accept(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

/** All TypeScript sources of a folder. Throws when there are none, so that no check passes by looking at nothing. */
export function sourceFiles(folder: string): readonly string[] {
  const files = listFiles(folder, (name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  if (files.length === 0) throw new Error(`no TypeScript file in ${folder}/`);
  return files;
}
