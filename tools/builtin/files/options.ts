import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { IsocellError } from "../../../protocol/index.ts";
import { AllowedRoots } from "../paths/allowed-roots.ts";

/** What {@link createFileTools} takes. */
export interface FileToolOptions {
  /** Where the tools may read, and where relative paths start. */
  readonly roots: AllowedRoots;
  /** Most bytes that `read_file` gives a script at once. Default 1 MiB. */
  readonly maxReadBytes?: number;
  /** Most bytes that `read_file` gives a model that called directly. Default 32 KiB. */
  readonly maxDirectReadBytes?: number;
  /** Most entries or matches that one call may ask for. Default 10,000. */
  readonly maxResults?: number;
  /** Calls that work at the same time; others wait. Default 32. */
  readonly concurrentCalls?: number;
  /**
   * The ripgrep that tells `search_text` which files are worth a look; the answer is the same without. An absolute path, null
   * for none. Default: `rg` of the PATH.
   */
  readonly ripgrep?: string | null;
}

export type FileToolSettings = Required<FileToolOptions>;

const NUMBERS = {
  maxReadBytes: 1024 * 1024,
  maxDirectReadBytes: 32 * 1024,
  maxResults: 10_000,
  concurrentCalls: 32,
} as const;

/** @throws {IsocellError} with the code `invalid_options`. */
export function settingsOf(options: FileToolOptions): FileToolSettings {
  if (!(options.roots instanceof AllowedRoots)) throw invalid("roots", "pass an AllowedRoots");
  const { ripgrep } = options;
  if (ripgrep !== undefined && ripgrep !== null && !(typeof ripgrep === "string" && isAbsolute(ripgrep))) {
    throw invalid("ripgrep", "pass an absolute path, null for none, or leave it out");
  }
  const number = (name: keyof typeof NUMBERS): number => {
    const value = options[name] ?? NUMBERS[name];
    if (!Number.isSafeInteger(value) || value < 1) throw invalid(name, "pass a whole number from 1");
    return value;
  };
  return {
    roots: options.roots,
    maxReadBytes: number("maxReadBytes"),
    maxDirectReadBytes: number("maxDirectReadBytes"),
    maxResults: number("maxResults"),
    concurrentCalls: number("concurrentCalls"),
    ripgrep: ripgrep === undefined ? findRipgrep(process.env["PATH"] ?? "") : ripgrep,
  };
}

/** The first `rg` of a PATH; folders that depend on where the process runs do not count. */
export function findRipgrep(path: string): string | null {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this one.
    }
  }
  return null;
}

function invalid(option: string, advice: string): IsocellError {
  return new IsocellError("invalid_options", `createFileTools: the option \`${option}\` is not usable; ${advice}`, {
    data: { option },
  });
}
