import { IsocellError } from "../../protocol/index.ts";
import { readText } from "./read-text.ts";

/**
 * The value in a TOML file; undefined when the file does not exist.
 * @throws {IsocellError} `invalid_config` when it can't be read, or is no TOML (with line and column).
 */
export async function readToml(file: string): Promise<unknown> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  // Loaded only for those who use it.
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const { line, column } = cause;
    const [message = ""] = cause.message.split("\n");
    throw new IsocellError("invalid_config", `${file}:${line}:${column}: not valid TOML: ${message}.`, {
      data: { file, line, column },
      cause,
    });
  }
}
