import type { FileHandle } from "node:fs/promises";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { binaryKind, utf16Of } from "./binary-kind.ts";

const CHUNK_BYTES = 64 * 1024;
const HEAD_BYTES = 8 * 1024;

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

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
    const head = await read(file, 0, HEAD_BYTES);
    const kind = binaryKind(head);
    if (kind !== null) {
      const advice = /PNG|JPEG|GIF|WebP/u.test(kind) ? "; view_image shows images" : "";
      throw new NotText(`is ${kind} (${stats.size} bytes), not text${advice}`);
    }
    const encoding = utf16Of(head) ?? "utf-8";
    return { encoding, chunks: (signal) => chunksOf(file, encoding, signal), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* chunksOf(file: FileHandle, encoding: TextEncoding, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  const decoder = encoding === "utf-8" ? null : new TextDecoder(encoding);
  let position = 0;
  for (;;) {
    signal.throwIfAborted();
    let chunk = await read(file, position, CHUNK_BYTES);
    if (chunk.length === 0) break;
    if (decoder !== null) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
    } else {
      const marked = position === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      yield marked ? chunk.subarray(3) : chunk;
    }
    position += chunk.length;
    chunk = Buffer.alloc(0);
  }
  if (decoder !== null) yield Buffer.from(decoder.decode());
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
