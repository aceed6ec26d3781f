const LINE_FEED = 0x0a;

export interface LineRange {
  /** First line, from 1. */
  readonly first: number;
  readonly maxLines: number;
  readonly maxBytes: number;
}

/** Lines of a text, as bytes of UTF-8 with their line ends. */
export interface Lines {
  readonly bytes: Buffer;
  readonly count: number;
  /** All lines of the text; null where reading stopped before its end. */
  readonly total: number | null;
  /** Whether lines follow. */
  readonly more: boolean;
  /** Whether the only line was longer than `maxBytes`, and was cut. */
  readonly cut: boolean;
}

/**
 * Takes lines out of a text that comes in chunks. Holds no more than `maxBytes` and a chunk, however long the text is; a line is
 * cut only where it alone is too long.
 */
export async function readLines(chunks: AsyncIterable<Buffer>, range: LineRange): Promise<Lines> {
  const taker = new Taker(range);
  for await (const chunk of chunks) {
    if (taker.take(chunk)) break;
  }
  return taker.result();
}

/** How many lines a text has. */
export async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  let open = false;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) count++;
    if (chunk.length > 0) open = chunk.at(-1) !== LINE_FEED;
  }
  return count + (open ? 1 : 0);
}

class Taker {
  readonly #range: LineRange;
  readonly #parts: Buffer[] = [];
  #size = 0;
  /** Lines that ended before and within what was taken. */
  #line = 1;
  #taken = 0;
  /** Whether the line that is being read has begun. */
  #open = false;
  #cut = false;
  #more = false;
  #full = false;

  constructor(range: LineRange) {
    this.#range = range;
  }

  /** Whether enough is known. */
  take(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#full && !this.#open) {
        this.#more = true;
        return true;
      }
      const feed = chunk.indexOf(LINE_FEED, at);
      const end = feed === -1 ? chunk.length : feed + 1;
      const wanted = this.#line >= this.#range.first && !this.#full;
      if (wanted && !this.#keep(chunk.subarray(at, end))) return true;
      this.#open = feed === -1;
      if (feed !== -1) this.#endLine();
      at = end;
    }
    return false;
  }

  result(): Lines {
    const ended = !this.#more;
    if (this.#open) this.#endLine();
    const bytes = Buffer.concat(this.#parts, this.#size);
    return {
      bytes: this.#cut ? wholeCharacters(bytes) : bytes,
      count: this.#taken,
      total: ended ? this.#line - 1 : null,
      more: this.#more,
      cut: this.#cut,
    };
  }

  /** Keeps a piece of a line. False: the line does not fit, and is left to the next call. */
  #keep(piece: Buffer): boolean {
    const room = this.#range.maxBytes - this.#size;
    if (piece.length > room && this.#taken > 0) {
      this.#dropOpenLine();
      this.#more = true;
      this.#open = false;
      return false;
    }
    const fitting = piece.subarray(0, room);
    // A copy: a chunk of which a line is kept should not be kept with it.
    this.#parts.push(Buffer.from(fitting));
    this.#size += fitting.length;
    if (fitting.length < piece.length) {
      this.#cut = true;
      this.#full = true;
    }
    return true;
  }

  #endLine(): void {
    if (this.#line >= this.#range.first && (!this.#full || this.#taken === 0)) this.#taken++;
    if (this.#taken >= this.#range.maxLines) this.#full = true;
    this.#line++;
    this.#open = false;
  }

  /** Takes back the pieces of a line of which an earlier chunk held the beginning. */
  #dropOpenLine(): void {
    while (this.#parts.length > 0 && this.#parts.at(-1)?.at(-1) !== LINE_FEED) {
      this.#size -= this.#parts.pop()?.length ?? 0;
    }
  }
}

/** Bytes without the beginning of a character at their end. */
export function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
