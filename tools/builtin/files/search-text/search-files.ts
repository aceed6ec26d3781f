import { join } from "node:path";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import type { LineMatch } from "./match-collector.ts";
import type { Query } from "./query.ts";
import { filesWithMatches } from "./ripgrep.ts";
import { ripgrepPattern } from "./ripgrep-pattern.ts";
import { scanFile } from "./scan-file.ts";

/** Files that are looked into at the same time. */
const PARALLEL = 8;
/** The first answer of ripgrep should not wait for a long walk; later ones should be worth a process. */
const FIRST_BATCH = 200;
const BATCH = 2_000;

export interface SearchOptions {
  /** Most matches, in the order of the files. */
  readonly max: number;
  readonly context: number;
  readonly ripgrep: string | null;
  readonly signal: AbortSignal;
  /** A file could not be read. */
  readonly onUnreadable: () => void;
}

export interface FileMatch extends LineMatch {
  readonly path: string;
}

/**
 * Looks for a query in files, in their order, until there are enough matches.
 * @param folder where the paths start, absolute.
 */
export async function searchFiles(
  folder: string,
  files: AsyncIterable<string>,
  roots: AllowedRoots,
  query: Query,
  options: SearchOptions,
): Promise<FileMatch[]> {
  const matches: FileMatch[] = [];
  const { ripgrep, max, signal } = options;
  const pattern = ripgrep === null ? "" : ripgrepPattern(query.pattern);
  for await (const batch of batched(
    files,
    ripgrep === null ? PARALLEL : FIRST_BATCH,
    ripgrep === null ? PARALLEL : BATCH,
  )) {
    const candidates = ripgrep === null ? batch : await filesWithMatches(ripgrep, pattern, folder, batch, signal);
    for (let at = 0; at < candidates.length; at += PARALLEL) {
      const group = candidates.slice(at, at + PARALLEL);
      const scan = { max: max - matches.length, context: options.context, signal };
      const results = await Promise.all(group.map((path) => tryScan(join(folder, path), roots, query, scan)));
      for (const [index, found] of results.entries()) {
        if (found === null) options.onUnreadable();
        for (const match of found ?? []) matches.push({ path: group[index] ?? "", ...match });
        if (matches.length >= max) return matches.slice(0, max);
      }
    }
  }
  return matches;
}

/** Null for a file that is gone by now, or not ours to read. */
async function tryScan(
  path: string,
  roots: AllowedRoots,
  query: Query,
  options: { readonly max: number; readonly context: number; readonly signal: AbortSignal },
): Promise<readonly LineMatch[] | null> {
  try {
    return await scanFile(path, roots, query, options);
  } catch (error) {
    options.signal.throwIfAborted();
    const isFileError = error instanceof Error && ("code" in error || error.name === "PathRefused");
    if (isFileError) return null;
    throw error;
  }
}

async function* batched(items: AsyncIterable<string>, first: number, later: number): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  let size = first;
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = later;
  }
  if (batch.length > 0) yield batch;
}
