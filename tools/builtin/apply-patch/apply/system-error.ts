import { getSystemErrorMessage } from "node:util";

/** How the C library of Linux words the errors that files meet; models know these texts. */
const TEXTS: Readonly<Record<string, readonly [text: string, number: number]>> = {
  EPERM: ["Operation not permitted", 1],
  ENOENT: ["No such file or directory", 2],
  EIO: ["Input/output error", 5],
  ENXIO: ["No such device or address", 6],
  EACCES: ["Permission denied", 13],
  EBUSY: ["Device or resource busy", 16],
  EEXIST: ["File exists", 17],
  EXDEV: ["Invalid cross-device link", 18],
  ENOTDIR: ["Not a directory", 20],
  EISDIR: ["Is a directory", 21],
  EINVAL: ["Invalid argument", 22],
  ENFILE: ["Too many open files in system", 23],
  EMFILE: ["Too many open files", 24],
  ETXTBSY: ["Text file busy", 26],
  EFBIG: ["File too large", 27],
  ENOSPC: ["No space left on device", 28],
  EROFS: ["Read-only file system", 30],
  ENAMETOOLONG: ["File name too long", 36],
  ENOTEMPTY: ["Directory not empty", 39],
  ELOOP: ["Too many levels of symbolic links", 40],
  EDQUOT: ["Disk quota exceeded", 122],
};

/** What the system said of a failure, without the call and the path that Node puts around it. */
export function systemErrorText(error: unknown): string {
  const code = codeOf(error);
  const known = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  if (known !== undefined) return `${known[0]} (os error ${known[1]})`;
  const { errno, message } = error as { readonly errno?: unknown; readonly message?: unknown };
  return typeof errno === "number" && errno < 0 ? getSystemErrorMessage(errno) : String(message);
}

/** The system's code of a failure; empty where it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
