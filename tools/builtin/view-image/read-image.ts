import type { FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import type { ViewImageSettings } from "./options.ts";

/** What the system calls its errors, by code. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EPERM: "Operation not permitted (os error 1)",
  ENOENT: "No such file or directory (os error 2)",
  EACCES: "Permission denied (os error 13)",
  ENOTDIR: "Not a directory (os error 20)",
  ENAMETOOLONG: "File name too long (os error 36)",
  ELOOP: "Too many levels of symbolic links (os error 40)",
};

/**
 * Reads an image file, whatever it is called.
 * @throws {PathRefused} when it is outside of all roots, and {Error} with a text for the model.
 */
export async function readImage(path: string, settings: ViewImageSettings): Promise<Buffer> {
  const { roots, maxFileBytes } = settings;
  const absolute = resolve(roots.cwd, path);
  const { file, stats } = await roots.openFile(path).catch((error: unknown) => {
    throw locatingFailed(error, absolute);
  });
  try {
    if (!stats.isFile()) throw new Error(`image path \`${absolute}\` is not a file`);
    const bytes = stats.size > maxFileBytes ? null : await readAll(file, maxFileBytes);
    if (bytes !== null) return bytes;
    throw new Error(
      `unable to process image: the file has more than the ${maxFileBytes} bytes allowed; make it smaller`,
    );
  } finally {
    await file.close();
  }
}

function locatingFailed(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  // A device without a driver, or a socket.
  if (code === "ENXIO" || code === "ENODEV") return new Error(`image path \`${path}\` is not a file`);
  if (code === "ERR_INVALID_ARG_VALUE") return new Error("`path` contains a NUL character, which no path can");
  if (code === null) return error;
  return new Error(`unable to locate image at \`${path}\`: ${SYSTEM_ERRORS[code] ?? code}`, { cause: error });
}

/** Null for a file that has grown beyond what is allowed, or tells no size. */
async function readAll(file: FileHandle, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(256 * 1024), 0, 256 * 1024, size);
    if (bytesRead === 0) return Buffer.concat(chunks, size);
    size += bytesRead;
    if (size > maxBytes) return null;
    chunks.push(buffer.subarray(0, bytesRead));
  }
}
