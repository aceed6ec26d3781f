import type { FileHandle } from "node:fs/promises";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { binaryKind, utf16Of } from "../read-file/binary-kind.ts";
import { LineSplitter } from "./lines.ts";
import { MatchCollector } from "./match-collector.ts";
import type { LineMatch } from "./match-collector.ts";
import type { Query } from "./query.ts";

const CHUNK_BYTES = 256 * 1024;
const HEAD_BYTES = 8 * 1024;

export interface ScanOptions {
  /** Most matching lines to find. */
  readonly max: number;
  /** Lines to show before and after each. */
  readonly context: number;
  readonly signal: AbortSignal;
}

/**
 * Finds the lines of a file that match. Binary files have none. Bytes that are no text of the file's encoding count as U+FFFD.
 * @throws what opening and reading the file throws, and what the query does.
 */
export async function scanFile(
  path: string,
  roots: AllowedRoots,
  query: Query,
  options: ScanOptions,
): Promise<readonly LineMatch[]> {
  const { file, stats } = await roots.openFile(path);
  try {
    if (!stats.isFile()) return [];
    return await scan(file, stats.size, query, options);
  } finally {
    await file.close();
  }
}

async function scan(file: FileHandle, size: number, query: Query, options: ScanOptions): Promise<readonly LineMatch[]> {
  // Small files are the rule: what is read at once need not be larger than they are. One byte more finds their end.
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size + 1, HEAD_BYTES)));
  const collector = new MatchCollector(query, options);
  const splitter = new LineSplitter();
  let decoder: TextDecoder | null = null;
  for (let position = 0; ;) {
    options.signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    const chunk = buffer.subarray(0, bytesRead);
    if (decoder === null) {
      const head = chunk.subarray(0, HEAD_BYTES);
      if (binaryKind(head) !== null) return [];
      decoder = new TextDecoder(utf16Of(head) ?? "utf-8");
    }
    position += bytesRead;
    // What tells no size may give its content piece by piece.
    const done = bytesRead === 0 || (bytesRead < buffer.length && position === size);
    const text = decoder.decode(chunk, { stream: !done });
    if (collector.idle && !query.mayMatch(splitter.rest + text)) collector.pass(splitter, text);
    else for (const line of splitter.split(text)) if (collector.add(line)) return collector.matches;
    if (!done) continue;
    for (const line of splitter.end()) collector.add(line);
    return collector.matches;
  }
}
