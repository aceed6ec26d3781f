import type { Change } from "./changes.ts";
import type { Repository } from "./repository.ts";

/** Share of lines that two files have in common from which one counts as the other, moved. Git's own default. */
const SIMILAR = 0.5;
/** Files on each side up to which contents are compared; more would take longer than the answer is worth. */
const MAX_COMPARED = 200;
const MAX_COMPARED_BYTES = 1024 * 1024;

/** Changes in which a deleted and an added file with the same or much the same content are one that was moved. */
export async function withRenames(
  repository: Repository,
  changes: readonly Change[],
): Promise<{ readonly changes: readonly Change[]; readonly compared: boolean }> {
  const moved = new Map<Change, Change>();
  const gone = new Set(changes.filter(({ before, after }) => before?.type === "blob" && after === undefined));
  const added = changes.filter(({ before, after }) => before === undefined && after?.type === "blob");
  const pair = (from: Change, to: Change): void => {
    moved.set(to, { ...to, oldPath: from.path, before: from.before });
    gone.delete(from);
  };
  const byContent = Map.groupBy(gone, ({ before }) => before?.oid);
  for (const to of added) {
    const from = byContent.get(to.after?.oid)?.find((candidate) => gone.has(candidate));
    if (from !== undefined) pair(from, to);
  }
  const rest = added.filter((change) => !moved.has(change));
  const few = gone.size <= MAX_COMPARED && rest.length <= MAX_COMPARED;
  const compared = few || gone.size === 0 || rest.length === 0;
  if (few) await pairSimilar(repository, gone, rest, pair);
  const deleted = new Set([...moved.values()].map(({ oldPath }) => oldPath));
  const left = changes.filter((change) => change.after !== undefined || !deleted.has(change.path));
  return { changes: left.map((change) => moved.get(change) ?? change), compared };
}

async function pairSimilar(
  repository: Repository,
  gone: ReadonlySet<Change>,
  added: readonly Change[],
  pair: (from: Change, to: Change) => void,
): Promise<void> {
  if (gone.size === 0 || added.length === 0) return;
  const olds = await Promise.all(
    [...gone].map(async (change) => ({ change, lines: await linesOf(repository, change.before?.oid) })),
  );
  const scored: { from: Change; to: Change; score: number }[] = [];
  for (const to of added) {
    const lines = await linesOf(repository, to.after?.oid);
    for (const { change: from, lines: old } of olds) {
      const score = similarity(old, lines);
      if (score >= SIMILAR) scored.push({ from, to, score });
    }
  }
  // The best pair first, whatever order they were found in.
  scored.sort((a, b) => b.score - a.score || (a.from.path + a.to.path < b.from.path + b.to.path ? -1 : 1));
  const taken = new Set<Change>();
  for (const { from, to } of scored) {
    if (taken.has(from) || taken.has(to)) continue;
    taken.add(from).add(to);
    pair(from, to);
  }
}

async function linesOf(repository: Repository, oid: string | undefined): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (oid === undefined) return counts;
  const bytes = await repository.blob(oid);
  if (bytes.length > MAX_COMPARED_BYTES) return counts;
  for (const line of Buffer.from(bytes).toString("latin1").split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Characters of common lines, as a share of the larger file's. */
function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const weigh = (lines: ReadonlyMap<string, number>): number => {
    let sum = 0;
    for (const [line, count] of lines) sum += (line.length + 1) * count;
    return sum;
  };
  let common = 0;
  for (const [line, count] of a) common += (line.length + 1) * Math.min(count, b.get(line) ?? 0);
  return common / Math.max(1, weigh(a), weigh(b));
}
