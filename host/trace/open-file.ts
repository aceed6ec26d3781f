import { openSync, statSync } from "node:fs";
import { IsocellError } from "../../protocol/index.ts";

/**
 * Opens a trace file for writing and empties it; only its owner may read it.
 * @throws {IsocellError} `invalid_options` with the reason why it can't be.
 */
export function openFile(path: string): number {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new IsocellError("invalid_options", `The trace file ${path} can't be written: ${reason}.`, { cause });
  };
  if (typeof path !== "string" || path === "") refuse("its path must be a text that is not empty");
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    // Opening a pipe would wait for somebody who reads it.
    if (existing !== undefined && !existing.isFile() && !existing.isCharacterDevice()) {
      return refuse(existing.isDirectory() ? "it is a folder" : "it is neither a file nor a device");
    }
    return openSync(path, "w", 0o600);
  } catch (error) {
    if (error instanceof IsocellError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    return refuse(code === "ENOENT" ? "there is no such folder" : message, error);
  }
}
