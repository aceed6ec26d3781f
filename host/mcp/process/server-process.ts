import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import type { StdioServerConfig } from "../server-config.ts";
import { forgetGroup, groupEnded, setExitSignal, signalGroup, trackGroup } from "./process-group.ts";
import { TailBuffer } from "./tail-buffer.ts";
import { unwatchGroup, watchGroup } from "./watchdog.ts";

const STDERR_BYTES = 64 * 1024;
const GRACE_MS = 2000;
const DRAIN_MS = 250;

/** How a server's process ended. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A server's process, in a process group of its own. It does not keep this process alive: each request of the SDK holds
 * a timer that does. If this process is killed, the server reads the end of its standard input.
 */
export class ServerProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #stderr = new TailBuffer(STDERR_BYTES);
  readonly #started: Promise<unknown>;
  #exit: ServerExit | undefined;
  #closed = false;
  #closing: Promise<void> | undefined;

  constructor(config: StdioServerConfig, env: Readonly<Record<string, string>>) {
    this.#child = spawn(config.command, config.args ?? [], {
      env,
      cwd: config.cwd,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#started = once(this.#child, "spawn");
    this.#started.catch(() => {});
    this.#child.on("error", () => {});
    const { pid, stdin, stdout, stderr } = this.#child;
    if (pid !== undefined) trackGroup(pid);
    if (pid !== undefined) watchGroup(pid);
    this.#child.once("exit", (code, signal) => {
      this.#exit = { code, signal };
      if (pid === undefined || signalGroup(pid, 0)) return;
      forgetGroup(pid);
      void unwatchGroup(pid);
    });
    this.#child.once("close", () => (this.#closed = true));
    stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    // A server that is gone is reported by its exit; a write that fails because of it has its own callback.
    for (const stream of [stdin, stdout, stderr]) stream.on("error", () => {});
    this.#child.unref();
    for (const stream of [stdin, stdout, stderr]) if (stream instanceof Socket) stream.unref();
  }

  /** Settles when the process runs. Rejects with the system's error when it can't be started. */
  async started(): Promise<void> {
    await this.#started;
  }

  /** Says that the server works: if this process exits without closing it, it is asked to end instead of killed. */
  markWorking(): void {
    if (this.#child.pid !== undefined) setExitSignal(this.#child.pid, "SIGTERM");
  }

  get stdout(): NodeJS.ReadableStream {
    return this.#child.stdout;
  }
  /** The last 64 KiB that the server wrote to its standard error. */
  get stderrTail(): string {
    return this.#stderr.text();
  }
  /** How it ended; undefined while it runs. */
  get exit(): ServerExit | undefined {
    return this.#exit;
  }

  /** Calls back once the process has ended and its output was read. */
  onClose(listener: () => void): void {
    let told = false;
    const tell = (): void => {
      if (told) return;
      told = true;
      listener();
    };
    this.#child.once("close", tell);
    // A process it left behind may hold the pipes open for ever; whatever is still in them comes at once.
    this.#child.once("exit", () => setTimeout(tell, DRAIN_MS).unref());
  }

  /** Waits a moment for the process to have ended and its output to have been read. */
  drained(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, DRAIN_MS);
      this.#child.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Writes to the server's standard input; rejects when it is gone. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.stdin.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the server and whatever it started: end of input, SIGTERM 2 s later, SIGKILL 2 s after that. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    setExitSignal(pid, "SIGKILL");
    this.#child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await groupEnded(pid, GRACE_MS)) break;
      signalGroup(pid, signal);
    }
    await groupEnded(pid, GRACE_MS);
    forgetGroup(pid);
    await unwatchGroup(pid);
    await this.drained();
    // Somebody who left the group may hold the pipes; they are of no more use here.
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.destroy();
  }
}
