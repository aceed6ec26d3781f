import type { FileHandle } from "node:fs/promises";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { binaryKind, utf16Of } from "./binary-kind.ts";

const CHUNK_BYTES = 64 * 1024;
const HEAD_BYTES = 8 * 1024;

type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** A file of text, open. */
export interface TextSource {
  readonly encoding: TextEncoding;
  /** The text as UTF-8 from its beginning, without a byte order mark, a chunk at a time. What is no UTF-8 stays as it is. */
  readonly chunks: (signal: AbortSignal) => AsyncGenerator<Buffer, void>;
  readonly close: () => Promise<void>;
}

/** Thrown for a file that is no text. The message is for a model. */
export class NotText extends Error {
  override readonly name: string = "NotText";
}

/**
 * Opens a file of text.
 * @throws {NotText} for anything else, and what opening it throws.
 */
export async function openText(path: string, roots: AllowedRoots): Promise<TextSource> {
  const { file, stats } = await roots.openFile(path);
  try {
    if (stats.isDirectory()) throw new NotText("is a folder; list_dir shows what is in it");
    if (!stats.isFile()) throw new NotText(`is ${specialKind(stats)}, not a file`);
    // Most files are smaller than a chunk: one reading shows what they are, what they hold and where they end.
    const first = await read(file, 0, CHUNK_BYTES);
    const whole = first.length < CHUNK_BYTES && first.length === stats.size;
    const head = first.subarray(0, HEAD_BYTES);
    const kind = binaryKind(head);
    if (kind !== null) {
      const advice = /PNG|JPEG|GIF|WebP/u.test(kind) ? "; view_image shows images" : "";
      throw new NotText(`is ${kind} (${stats.size} bytes), not text${advice}`);
    }
    const encoding = utf16Of(head) ?? "utf-8";
    const raw = (signal: AbortSignal): AsyncGenerator<Buffer, void> => rawChunks(file, first, whole, signal);
    return { encoding, chunks: (signal) => decoded(raw(signal), encoding), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* rawChunks(
  file: FileHandle,
  first: Buffer,
  whole: boolean,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  yield first;
  for (let position = first.length, more = !whole; more;) {
    signal.throwIfAborted();
    const chunk = await read(file, position, CHUNK_BYTES);
    position += chunk.length;
    more = chunk.length > 0;
    yield chunk;
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer, void> {
  if (encoding !== "utf-8") {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
    return;
  }
  let first = true;
  for await (const chunk of chunks) {
    const marked = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    yield marked ? chunk.subarray(3) : chunk;
    first = false;
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function specialKind(stats: {
  readonly isFIFO: () => boolean;
  readonly isSocket: () => boolean;
  readonly isCharacterDevice: () => boolean;
}): string {
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return stats.isCharacterDevice() ? "a character device" : "a block device";
}
