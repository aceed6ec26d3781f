import { spawn } from "node:child_process";

/** How a command ended. `status` is null when it was killed, which includes running out of time. */
export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/** Runs a program without a shell and without input, and collects what it writes. Rejects only if it can't be started. */
export function runCommand(file: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeoutMs ?? 300_000,
    killSignal: "SIGKILL",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.once("error", reject).once("close", (status) => resolve({ status, stdout, stderr }));
  return promise;
}
