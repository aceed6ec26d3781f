import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { onPath } from "../confinement/bubblewrap.ts";

/** What runs a command whose own shell is not there. */
const FALLBACK = "/bin/sh";

/** The shell of a user, where it is one that commands for any shell can be given to. */
export function defaultShell(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment["SHELL"] ?? "";
  const candidates = /(?:^|\/)(?:bash|zsh)$/u.test(own) ? [own, "/bin/bash"] : ["/bin/bash"];
  return resolveShell(candidates.find(isProgram) ?? FALLBACK, "/", environment["PATH"] ?? "");
}

/**
 * The program of a shell that a call asks for: a path, relative to where the command runs, or a name that is looked up. The
 * folder is given as it really is; the name stays, since some shells are one program that goes by it.
 */
export function resolveShell(asked: string, cwd: string, path: string): string {
  const file = asked.includes("/") ? resolve(cwd, asked) : onPath(asked, path);
  if (file === null || !isProgram(file)) return FALLBACK;
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return FALLBACK;
  }
}

/** Whether a shell is asked for its login environment once, instead of anew for each command. */
export function hasSnapshot(shell: string): boolean {
  return /^(?:bash|zsh)$/u.test(basename(shell));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
