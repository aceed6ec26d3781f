import type { Entry, Repository } from "./repository.ts";

/** One side of a change. */
export interface Version {
  readonly oid: string;
  readonly mode: string;
  readonly type: "blob" | "commit";
}

/** A path that differs between two trees. One side is missing where the path was added or deleted. */
export interface Change {
  readonly path: string;
  /** Where the content was before, if it was moved. */
  readonly oldPath?: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Everything that differs between two trees, by path in the order of its characters' codes. Equal folders are not entered. */
export async function changesBetween(
  repository: Repository,
  before: string,
  after: string,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  await compare(repository, before, after, "", changes);
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

async function compare(
  repository: Repository,
  before: string | undefined,
  after: string | undefined,
  folder: string,
  changes: Change[],
): Promise<void> {
  if (before === after) return;
  const olds = new Map((before === undefined ? [] : await repository.tree(before)).map((entry) => [entry.name, entry]));
  const news = new Map((after === undefined ? [] : await repository.tree(after)).map((entry) => [entry.name, entry]));
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    const [old, now] = [olds.get(name), news.get(name)];
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue;
    const path = folder + name;
    const trees = [old, now].map((entry) => (entry?.type === "tree" ? entry.oid : undefined));
    if (trees.some((oid) => oid !== undefined)) await compare(repository, trees[0], trees[1], `${path}/`, changes);
    const [was, is] = [versionOf(old), versionOf(now)];
    if (was !== undefined || is !== undefined) changes.push({ path, before: was, after: is });
  }
}

function versionOf(entry: Entry | undefined): Version | undefined {
  if (entry === undefined || entry.type === "tree") return undefined;
  return { oid: entry.oid, mode: entry.mode, type: entry.type };
}
