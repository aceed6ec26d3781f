import { getSystemErrorMap } from "node:util";
import { notStarted } from "../output/not-started.ts";

/** What the system says where models know its own words; others are told as Node tells them. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "No such file or directory",
  EACCES: "Permission denied",
  ENOTDIR: "Not a directory",
  E2BIG: "Argument list too long",
  EAGAIN: "Resource temporarily unavailable",
  EMFILE: "Too many open files",
  ENFILE: "Too many open files in system",
  ENOMEM: "Cannot allocate memory",
  ELOOP: "Too many levels of symbolic links",
  ENAMETOOLONG: "File name too long",
};

/** Why the system started nothing, in a sentence. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const number = [...getSystemErrorMap()].find(([, [name]]) => name === code)?.[0];
  const words = WORDS[code];
  const said =
    code === "ERR_INVALID_ARG_VALUE"
      ? "nul byte found in provided data"
      : words !== undefined && number !== undefined
        ? `${words} (os error ${Math.abs(number)})`
        : messageOf(error);
  return `Failed to create unified exec process: ${said}`;
}

/** What a model reads of a command that the system did not start. Errors that are worded for it already stay. */
export function startProblem(error: unknown): Error {
  const said = messageOf(error);
  return said.startsWith("exec_command failed:")
    ? new Error(said, { cause: error })
    : new Error(notStarted(systemReason(error)), { cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
