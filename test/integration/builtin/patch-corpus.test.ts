// Edits that people really made: versions of public packages, turned into each other by patches.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyPatch, createPatch, PatchError } from "../../../tools/builtin/index.ts";
import type { FileVersions } from "../../../tools/builtin/index.ts";
import { copyTree, fetchPackages, textsIn, treeOf } from "./package-versions.ts";
import type { Pair } from "./package-versions.ts";

const PAIRS: readonly Pair[] = [
  ["commander", "11.1.0", "12.1.0"],
  ["semver", "7.5.4", "7.6.3"],
  ["express", "4.18.2", "4.21.2"],
  ["debug", "4.3.4", "4.4.0"],
  ["qs", "6.11.0", "6.13.0"],
  ["ws", "8.13.0", "8.18.0"],
  ["picomatch", "2.3.1", "4.0.2"],
  ["chalk", "4.1.2", "5.3.0"],
  ["uuid", "8.3.2", "9.0.1"],
  ["fastify", "4.20.0", "4.28.1"],
  ["ignore", "5.3.2", "7.0.3"],
  ["yargs", "17.6.2", "17.7.2"],
];

let folder: string;
let unreachable: string | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "isocell-corpus-"));
  unreachable = await fetchPackages(PAIRS, folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const figures = { changed: 0, exact: 0, added: 0, deleted: 0, updated: 0 };

/** Whether a patch can make a change byte for byte. */
function isExpressible(file: FileVersions): boolean {
  try {
    createPatch([file]);
    return true;
  } catch (error) {
    if (error instanceof PatchError && error.kind === "inexpressible") return false;
    throw error;
  }
}

const withLineFeeds = (text: string | null | undefined): string | null | undefined =>
  text?.replaceAll("\r\n", "\n").replace(/(?<=[^\n])$/, "\n") ?? text;

test.for(PAIRS)("%s %s becomes %s by one patch", async ([name, from, to], context) => {
  if (unreachable !== null) context.skip(unreachable);
  const before = await textsIn(treeOf(folder, name, from));
  const after = await textsIn(treeOf(folder, name, to));
  const paths = new Set([...before.keys(), ...after.keys()]);
  const changed: FileVersions[] = [];
  for (const path of paths) {
    const versions = { path, before: before.get(path) ?? null, after: after.get(path) ?? null };
    const isText = before.get(path) !== null && after.get(path) !== null;
    if (isText && versions.before !== versions.after) changed.push(versions);
  }
  const exact = changed.filter(isExpressible);
  const open = changed.filter((file) => !exact.includes(file)).map(({ after: text }) => text?.at(-1));
  expect(open).not.toContain("\n");
  const patch = createPatch(changed, { exact: false });
  const cwd = await copyTree(treeOf(folder, name, from), join(folder, `${name}-patched`));
  const report = await applyPatch(patch, { cwd });
  expect(report.changes).toHaveLength(changed.length);
  const made = await textsIn(cwd);
  expect([...made.keys()]).toEqual([...after.keys()]);
  for (const { path } of exact) expect([path, made.get(path)]).toEqual([path, after.get(path)]);
  // What the format has no words for are line ends alone.
  for (const path of after.keys())
    expect([path, withLineFeeds(made.get(path))]).toEqual([path, withLineFeeds(after.get(path))]);
  figures.changed += changed.length;
  figures.exact += exact.length;
  for (const { before: one, after: other } of changed) {
    figures[one === null ? "added" : other === null ? "deleted" : "updated"] += 1;
  }
});

test("The corpus is of 377 files, of which all but those without an end of their last line are met byte for byte", (context) => {
  if (unreachable !== null) context.skip(unreachable);
  expect(figures).toEqual({ changed: 377, exact: 332, added: 82, deleted: 22, updated: 273 });
});
