import { IsocellError } from "../../protocol/index.ts";
import { findJsonError } from "./json-error.ts";
import { readText } from "./read-text.ts";
import { withoutComments } from "./without-comments.ts";

/**
 * The value in a JSON file; undefined when the file does not exist.
 *
 * @param mayHaveComments given what the file holds without comments and trailing commas, whether it may have them.
 * @throws {IsocellError} `invalid_config` when it can't be read, or is no JSON (with line and column).
 */
export async function readJson(
  file: string,
  mayHaveComments: (value: unknown) => boolean = () => false,
): Promise<unknown> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const lenient = parseWithComments(text);
    if (lenient !== undefined && mayHaveComments(lenient.value)) return lenient.value;
    const found = findJsonError(text);
    const where = found === undefined ? file : `${file}:${found.line}:${found.column}`;
    const what = found === undefined ? (cause as SyntaxError).message : `expected ${found.expected}`;
    throw new IsocellError("invalid_config", `${where}: not valid JSON: ${what}.`, {
      data: { file, ...(found === undefined ? {} : { line: found.line, column: found.column }) },
      cause,
    });
  }
}

function parseWithComments(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(withoutComments(text)) as unknown };
  } catch {
    return undefined;
  }
}
