import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const MAIN = fileURLToPath(new URL("../../../host/cli/main.ts", import.meta.url));

/** How a run of the command line ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty folder that goes when the test ends, with these files. */
export async function folder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "isocell-cli-"));
  onTestFinished(() => rm(path, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return path;
}

/** Starts the command line. */
export function start(args: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ["pipe", "pipe", "pipe"] });
}

/** Collects what a process writes until it ends. */
export function collect(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.once("error", reject).once("close", (code) => resolve({ code, stdout, stderr }));
  return promise;
}

/** Runs the command line with a text on standard input. */
export async function isocell(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string } = {},
): Promise<Ended> {
  const child = start(args, options.cwd ?? (await folder()));
  child.stdin.on("error", () => {}).end(options.input ?? "");
  return collect(child);
}
