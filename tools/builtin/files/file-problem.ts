import { PathRefused } from "../paths/allowed-roots.ts";

const TEXTS: Readonly<Record<string, string>> = {
  ENOENT: "there is nothing at this path; list_dir shows what is there",
  ENOTDIR: "a part of this path is no folder; list_dir shows what is there",
  EACCES: "this process is not allowed to read it",
  EPERM: "this process is not allowed to read it",
  ELOOP: "its symbolic links lead round in circles",
  ENAMETOOLONG: "the path is too long",
  ERR_INVALID_ARG_VALUE: "a path cannot contain a NUL character",
  ENXIO: "it is no regular file",
};

/** The error for a path that could not be used, in words for a model; errors of other kinds come back as they are. */
export function fileProblem(error: unknown, path: string): unknown {
  if (error instanceof PathRefused || !(error instanceof Error) || !("code" in error)) return error;
  const { code } = error;
  const text = typeof code === "string" && Object.hasOwn(TEXTS, code) ? TEXTS[code] : `the system says ${String(code)}`;
  return new Error(`${shown(path)}: ${text}`, { cause: error });
}

/** A path as it can stand in a line of text: control characters do not show as what they are. */
export function shown(path: string): string {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path) : path;
}
