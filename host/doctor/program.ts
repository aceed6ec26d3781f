import { execFile } from "node:child_process";

/** Most output that is kept of a program, in bytes. */
const MAX_OUTPUT_BYTES = 1_000_000;

/** How a program ended. */
export interface ProgramEnd {
  /** Null when it was not there, or was killed. */
  readonly code: number | null;
  /** Whether there is no such program. */
  readonly missing: boolean;
  readonly stdout: string;
  /** What it said about its failure, in one line. */
  readonly complaint: string;
}

/** Runs a program without a shell and without input. It is killed when the signal fires, and whatever it does, this resolves. */
export function runProgram(
  command: string,
  args: readonly string[],
  { signal, env = process.env }: { readonly signal: AbortSignal; readonly env?: NodeJS.ProcessEnv },
): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const options = { signal, env, killSignal: "SIGKILL", maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true } as const;
  const child = execFile(command, args, options, (error, stdout, stderr) => {
    const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
    const missing = error?.code === "ENOENT";
    resolve({ code, missing, stdout, complaint: complaintOf(stderr, error) });
  });
  child.stdin?.on("error", () => undefined).end();
  return promise;
}

/** The line that says most: the one of the error itself where there is a stack, else the first. */
function complaintOf(stderr: string, error: Error | null): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  const found = lines.find((line) => /^(?:\w*Error|Error \[\w+\]): /u.test(line)) ?? lines.find((line) => line !== "");
  return found ?? error?.message.split("\n", 1)[0] ?? "";
}
