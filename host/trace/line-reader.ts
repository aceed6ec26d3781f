import { MAX_LINE_BYTES } from "./format.ts";

/** A line of a file. Lines count from 1. */
export interface ReadLine {
  readonly number: number;
  /** Its text without the end; null for one that is longer than {@link MAX_LINE_BYTES}. */
  readonly text: string | null;
  readonly bytes: number;
  /** False for what stands behind the last line end: a file that is still written, or was cut off. */
  readonly ended: boolean;
}

const LINE_END = 10;

/** Cuts chunks of bytes into lines. Holds one line at most, and of one that is too long nothing. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadLine, void, undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 1;
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > MAX_LINE_BYTES) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const take = (ended: boolean): ReadLine => {
    const text = bytes > MAX_LINE_BYTES ? null : Buffer.concat(parts).toString("utf8");
    const line = { number, text, bytes, ended };
    parts = [];
    bytes = 0;
    number += 1;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
      keep(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) yield take(false);
}
