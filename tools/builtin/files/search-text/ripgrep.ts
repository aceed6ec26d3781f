import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

/** What one command line may hold: far under what any system allows. */
const MAX_ARGUMENT_CHARACTERS = process.platform === "win32" ? 20_000 : 100_000;
const MAX_FILES = 2_000;

const FLAGS = [
  "--no-config",
  "--no-messages",
  "--files-with-matches",
  "--null",
  // What is binary is ours to say, by the same rule with and without ripgrep.
  "--text",
  // A file without line ends would have to fit into memory otherwise. Should one get shorter meanwhile, only that process ends.
  "--mmap",
  "--color=never",
  "--case-sensitive",
  // Its own limits are ten times these; a pattern that needs more is not worth the help.
  "--regex-size-limit=10M",
  "--dfa-size-limit=10M",
];

/**
 * Asks ripgrep which files have a line that matches. It only narrows down: whoever asks looks into those files itself, so
 * that the answer does not depend on it. Where it fails, nothing is narrowed down.
 * @param folder where the paths start, absolute.
 * @param files paths from there.
 * @throws the signal's reason.
 */
export async function filesWithMatches(
  ripgrep: string,
  pattern: string,
  folder: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let at = 0; at < files.length;) {
    signal.throwIfAborted();
    const batch: string[] = [];
    for (let size = 0; at < files.length && batch.length < MAX_FILES && size < MAX_ARGUMENT_CHARACTERS; at++) {
      // With a folder before it no name looks like an option, or like standard input.
      const argument = `./${files[at]}`;
      size += argument.length * 3;
      batch.push(argument);
    }
    const names = await run(ripgrep, [...FLAGS, `--regexp=${pattern}`, "--", ...batch], folder, signal);
    for (const name of names ?? batch) found.add(name.slice(2));
  }
  return files.filter((file) => found.has(file));
}

/** Null where the system takes no such command: the pattern may be longer than an argument can be. */
function start(
  command: string,
  args: readonly string[],
  cwd: string,
): ChildProcessByStdio<null, Readable, null> | null {
  try {
    // It needs nothing of the environment.
    return spawn(command, args, { cwd, env: {}, stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
  } catch {
    return null;
  }
}

/** The names that it prints, or null where it did not look at all files. */
function run(
  command: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const child = start(command, args, cwd);
    if (child === null) return resolve(null);
    const stop = (): void => void child.kill("SIGKILL");
    signal.addEventListener("abort", stop, { once: true });
    const settle = (names: readonly string[] | null): void => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(names);
    };
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", () => settle(null));
    child.on("close", (exitCode) => {
      // 0: some match. 1: none does. Everything else: an error, at some file or at all.
      if (exitCode !== 0 && exitCode !== 1) settle(null);
      else settle(Buffer.concat(chunks).toString("utf8").split("\0").filter(Boolean));
    });
  });
}
