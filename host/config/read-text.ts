import { readFile } from "node:fs/promises";
import { IsocellError } from "../../protocol/index.ts";

/**
 * The text of a configuration file, without a byte order mark; undefined when the file does not exist.
 * @throws {IsocellError} `invalid_config` when it can't be read.
 */
export async function readText(file: string): Promise<string | undefined> {
  try {
    const text = await readFile(file, "utf8");
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const why = code === "EISDIR" ? "it is a folder" : message;
    throw new IsocellError("invalid_config", `${file}: the configuration can't be read: ${why}.`, {
      data: { file },
      cause,
    });
  }
}
