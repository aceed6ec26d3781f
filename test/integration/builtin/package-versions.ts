import { isUtf8 } from "node:buffer";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { runCommand } from "../../support/command.ts";
import { currentToolchain, runNode } from "../../support/package/npm.ts";

/** A public package at two versions. */
export type Pair = readonly [name: string, before: string, after: string];

/** Fetches packages into a folder by the registry's own client; answers why not where that is not possible. */
export async function fetchPackages(pairs: readonly Pair[], folder: string): Promise<string | null> {
  const toolchain = currentToolchain();
  const specs = pairs.flatMap(([name, before, after]) => [`${name}@${before}`, `${name}@${after}`]);
  const flags = ["--silent", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=20000"];
  const packed = await runNode(toolchain, [toolchain.npmCli, "pack", ...specs, ...flags], folder, 120_000);
  if (packed.status !== 0) return `the npm registry cannot be reached: ${packed.stderr.trim().split("\n")[0] ?? ""}`;
  for (const [name, ...versions] of pairs) {
    for (const version of versions) {
      const target = treeOf(folder, name, version);
      await mkdir(target, { recursive: true });
      const archive = join(folder, `${name}-${version}.tgz`);
      const args = ["-xzf", archive, "-C", target, "--strip-components=1", "--no-same-owner"];
      const unpacked = await runCommand("tar", args, { cwd: folder }).catch(() => null);
      if (unpacked === null) return "there is no tar to unpack packages with";
      if (unpacked.status !== 0) return `tar failed: ${unpacked.stderr}`;
    }
  }
  return null;
}

export function treeOf(folder: string, name: string, version: string): string {
  return join(folder, "trees", name, version);
}

/** Copies a tree to a place where it may be changed. */
export async function copyTree(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true });
  return to;
}

/** All files of a tree by their paths, sorted; files that are not text are null. */
export async function textsIn(folder: string): Promise<ReadonlyMap<string, string | null>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    paths.toSorted().map(async (path) => {
      const bytes = await readFile(path);
      return [relative(folder, path), isUtf8(bytes) ? bytes.toString("utf8") : null] as const;
    }),
  );
  return new Map(texts);
}
