import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes of cut outputs that are kept when nothing else is said: 64 MB. */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** Most bytes that one answer gives. */
const MAX_PART_BYTES = 64 * 1024;
const DEFAULT_PART_BYTES = 16 * 1024;

/** Handles are ours alone, so nothing else ever names a file. */
const HANDLE = /^out-[0-9a-z]{1,24}$/u;

/** A part of an output that was cut. Offsets and sizes are bytes of UTF-8. */
export interface OutputPart {
  readonly text: string;
  readonly offset: number;
  /** Where the next part starts; null at the end. */
  readonly nextOffset: number | null;
  readonly totalBytes: number;
}

/** Options of an OutputStore. */
export interface OutputStoreOptions {
  /** Default 64 MB. The oldest outputs go first. */
  readonly maxBytes?: number;
  /** Folder to keep them in, so that another process can read them; in memory when absent. */
  readonly folder?: string;
}

interface Kept {
  readonly bytes: number;
  readonly data: Buffer | null;
}

/** Whole outputs of which a model was shown only a part. */
export class OutputStore {
  readonly #maxBytes: number;
  readonly #folder: string | null;
  readonly #kept: Map<string, Kept> = new Map();
  #bytes = 0;
  #last = 0;
  /** Tells the outputs of one process from those that others put into the same folder. */
  readonly #prefix: string = randomBytes(5).toString("hex");

  /** With a folder, takes over what earlier processes left in it. */
  constructor(options: OutputStoreOptions = {}) {
    this.#maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    this.#folder = options.folder ?? null;
    if (this.#folder !== null) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      for (const { handle, bytes } of handlesIn(this.#folder)) this.#remember(handle, { bytes, data: null });
      this.#trim();
    }
  }

  /** Keeps an output; null when it alone is over the budget. */
  keep(text: string): string | null {
    const data = Buffer.from(text);
    if (data.length > this.#maxBytes) return null;
    const handle = `out-${this.#prefix}${++this.#last}`;
    if (this.#folder !== null) writeFileSync(join(this.#folder, handle), data, { mode: 0o600 });
    this.#remember(handle, { bytes: data.length, data: this.#folder === null ? data : null });
    this.#trim();
    return handle;
  }

  /** A part of an output; null for a handle that is unknown or was dropped. Ends between whole characters. */
  read(handle: string, offset = 0, limit: number = DEFAULT_PART_BYTES): OutputPart | null {
    const kept = this.#kept.get(handle);
    if (kept === undefined) return null;
    const data = kept.data ?? readFileSync(join(this.#folder ?? "", handle));
    return partOf(data, offset, limit);
  }

  #remember(handle: string, kept: Kept): void {
    this.#kept.set(handle, kept);
    this.#bytes += kept.bytes;
  }

  #trim(): void {
    for (const [handle, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(handle);
      this.#bytes -= bytes;
      if (this.#folder !== null) rmSync(join(this.#folder, handle), { force: true });
    }
  }
}

/** A part of an output in a store's folder, for other processes; null when it is not there. */
export function readOutput(folder: string, handle: string, offset?: number, limit?: number): OutputPart | null {
  if (!HANDLE.test(handle)) return null;
  try {
    return partOf(readFileSync(join(folder, handle)), offset, limit);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Oldest first. */
function handlesIn(folder: string): { handle: string; bytes: number; at: number }[] {
  return readdirSync(folder)
    .filter((handle) => HANDLE.test(handle))
    .map((handle) => {
      const { size, mtimeMs } = statSync(join(folder, handle));
      return { handle, bytes: size, at: mtimeMs };
    })
    .sort((a, b) => a.at - b.at);
}

function partOf(data: Buffer, offset = 0, limit: number = DEFAULT_PART_BYTES): OutputPart {
  const start = atCharacter(data, Math.min(Math.max(0, Math.floor(offset)), data.length));
  const wanted = Math.min(data.length, start + Math.max(4, Math.min(Math.floor(limit), MAX_PART_BYTES)));
  const end = atCharacter(data, wanted);
  return {
    text: data.toString("utf8", start, end),
    offset: start,
    nextOffset: end < data.length ? end : null,
    totalBytes: data.length,
  };
}

/** The start of the character that an offset points into: continuation bytes are 10xxxxxx. */
function atCharacter(data: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && at < data.length && ((data[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
