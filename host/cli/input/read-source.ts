import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "../usage-error.ts";

/**
 * The text of a file (a script, or what `what` says), or of standard input for `-`.
 * @throws {UsageError} when it can't be read.
 */
export async function readSource(file: string, what = "script"): Promise<string> {
  if (file === "-") return text(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : message;
    throw new UsageError(`the ${what} ${file} can't be read: ${reason}`);
  }
}
