import { basename } from "node:path";
import { onlyReads } from "./programs.ts";
import { simpleCommands } from "./words.ts";

/** Longer lines are not looked at: nobody writes them to read a file. */
const MAX_LENGTH = 4096;

const SHELLS: ReadonlySet<string> = new Set(
  ["sh", "bash", "dash", "zsh"].flatMap((name) => [name, `/bin/${name}`, `/usr/bin/${name}`]),
);

/** Whether a shell given with a call is one of those whose grammar is known here. */
export function isKnownShell(shell: string): boolean {
  return SHELLS.has(shell);
}

/** Whether a command line is known to change nothing. Anything doubtful is not. */
export function isReadOnly(line: string): boolean {
  if (line.length > MAX_LENGTH) return false;
  return simpleCommands(line)?.every(onlyReads) ?? false;
}

/** Programs that run what their words name. */
const RUNNERS: ReadonlySet<string> = new Set(
  "sudo doas env xargs nice nohup time timeout command exec find busybox setsid stdbuf trap eval".split(" "),
);
const FORCE = /^(?:-[a-zA-Z]*f|--f)/u;

/**
 * Whether a command line removes files without asking and without minding errors (`rm -f`, `rm -rf`, `rm --force`), as far
 * as that can be seen in it.
 */
export function forcesRemoval(line: string): boolean {
  const commands = simpleCommands(line);
  if (commands !== null) return commands.some(removesByForce);
  // Not understood: looked for in whatever stands between characters that part commands.
  return line.split(/[;&|\n(){}`]/u).some((part) => {
    const words = part.replace(/["'\\]/gu, " ").split(/\s+/u);
    const at = words.findIndex((word) => basename(word) === "rm");
    return at !== -1 && words.slice(at + 1).some((word) => FORCE.test(word));
  });
}

function removesByForce(words: readonly string[]): boolean {
  const [first = ""] = words;
  const runs = SHELLS.has(first) || RUNNERS.has(basename(first));
  // What is run may be named by words, or be the text of one.
  if (runs && words.some((word) => /\s/u.test(word) && forcesRemoval(word))) return true;
  const at = runs ? words.findIndex((word) => basename(word) === "rm") : 0;
  return basename(words[at] ?? "") === "rm" && words.slice(at + 1).some((word) => FORCE.test(word));
}
