import { readFile } from "node:fs/promises";
import { IsocellError } from "../../protocol/index.ts";
import { findJsonError } from "./json-error.ts";

/**
 * The value in a JSON file; undefined when the file does not exist.
 * @throws {IsocellError} `invalid_config` when it can't be read, or is no JSON (with line and column).
 */
export async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const why = code === "EISDIR" ? "it is a folder" : message;
    throw new IsocellError("invalid_config", `${file}: the configuration can't be read: ${why}.`, {
      data: { file },
      cause,
    });
  }
  if (text.startsWith("\uFEFF")) text = text.slice(1);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const found = findJsonError(text);
    const where = found === undefined ? file : `${file}:${found.line}:${found.column}`;
    const what = found === undefined ? (cause as SyntaxError).message : `expected ${found.expected}`;
    throw new IsocellError("invalid_config", `${where}: not valid JSON: ${what}.`, {
      data: { file, ...(found === undefined ? {} : { line: found.line, column: found.column }) },
      cause,
    });
  }
}
