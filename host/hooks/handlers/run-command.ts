import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { Socket } from "node:net";
import { forgetGroup, groupEnded, signalGroup, trackGroup } from "../../mcp/process/process-group.ts";
import { HookFailure } from "./effect.ts";

const MAX_OUTPUT_BYTES = 1024 * 1024;
/** Between SIGTERM and SIGKILL. */
const GRACE_MS = 1000;
/** For output that is still in the pipes when the command has ended. */
const DRAIN_MS = 250;

/** A command to run. */
export interface Command {
  /** For the shell; a program where `args` are given. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  /** Goes to its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | null;
  /** Set when this process may exit while it runs; it is then killed. */
  readonly background: boolean;
}

/** How a command ended. Both texts hold at most 1 MB. */
export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it wrote more to standard output than is kept. */
  readonly overflow: boolean;
}

/**
 * Runs a command in a process group of its own, with the environment of this process. At its timeout or when the signal
 * fires the promise rejects at once, and the whole group is ended: SIGTERM, a second later SIGKILL. What a command
 * that ended by itself left running in the background is left alone.
 *
 * @throws {HookFailure} when it can't be started, takes too long, or is cancelled.
 */
export function runCommand(run: Command): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    if (run.signal?.aborted === true) return reject(cancelled());
    let child: ChildProcessWithoutNullStreams;
    try {
      child = start(run);
    } catch (error) {
      return reject(notStarted(error));
    }
    const { pid } = child;
    if (pid !== undefined) trackGroup(pid);
    const stdout = new HeadBuffer();
    const stderr = new HeadBuffer();
    let drain: NodeJS.Timeout | undefined;
    const timer = setTimeout(
      () => stop(new HookFailure(`it ran longer than ${run.timeoutMs / 1000} s`)),
      run.timeoutMs,
    );
    const onAbort = (): void => stop(cancelled());
    run.signal?.addEventListener("abort", onAbort, { once: true });
    if (run.background) timer.unref();

    let settled = false;
    const settle = (): boolean => {
      if (settled) return false;
      settled = true;
      clearTimeout(timer);
      clearTimeout(drain);
      run.signal?.removeEventListener("abort", onAbort);
      // Whoever still holds the other ends must not keep this process.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      return true;
    };
    const stop = (failure: HookFailure): void => {
      if (!settle()) return;
      if (pid !== undefined) void endGroup(pid);
      reject(failure);
    };
    const finish = (): void => {
      if (!settle()) return;
      if (pid !== undefined) forgetGroup(pid);
      resolve({
        code: child.exitCode,
        signal: child.signalCode,
        stdout: stdout.text(),
        stderr: stderr.text(),
        overflow: stdout.overflow,
      });
    };
    child.once("error", (error) => {
      if (pid !== undefined) return stop(new HookFailure("it could not be run", error.message));
      if (settle()) reject(notStarted(error));
    });
    child.once("close", finish);
    // Something it left behind may hold the pipes open for ever.
    child.once("exit", () => {
      if (!settled) drain = setTimeout(finish, DRAIN_MS);
    });
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    // A command need not read its input: a broken pipe is none of its failures.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    child.stdin.end(run.input);
  });
}

function start(run: Command): ChildProcessWithoutNullStreams {
  const child = spawn(run.command, run.args ?? [], {
    cwd: run.cwd,
    // The variable by which hooks made for Claude Code find their scripts.
    env: { CLAUDE_PROJECT_DIR: run.cwd, ...process.env },
    shell: run.args === undefined,
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  if (run.background) {
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  }
  return child;
}

async function endGroup(pid: number): Promise<void> {
  signalGroup(pid, "SIGTERM");
  if (!(await groupEnded(pid, GRACE_MS))) signalGroup(pid, "SIGKILL");
  await groupEnded(pid, GRACE_MS);
  forgetGroup(pid);
}

function cancelled(): HookFailure {
  return new HookFailure("the call was cancelled");
}

function notStarted(error: unknown): HookFailure {
  return new HookFailure("it could not be started", error instanceof Error ? error.message : String(error));
}

/** Keeps the first bytes of a stream, and lets the rest pass so that the writer is not blocked. */
class HeadBuffer {
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  overflow = false;

  push(chunk: Buffer): void {
    const left = MAX_OUTPUT_BYTES - this.#bytes;
    if (chunk.length > left) this.overflow = true;
    if (left === 0) return;
    const part = chunk.length > left ? Buffer.from(chunk.subarray(0, left)) : chunk;
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** Ends between whole characters. */
  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#parts), { stream: this.overflow });
  }
}
