import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { runtimeFlags } from "./permissions.ts";

/** Bytes of a runtime's standard error that are kept for error messages. */
const STDERR_BYTES = 65_536;
/** First inherited pipe, and how many each lane has; must match `runtime/main.ts`. */
const FIRST_FD = 3;
const PIPES_PER_LANE = 2;

let flags: readonly string[] | null = null;

/** The runtime's entry is found by URL, never imported: nothing of it may run in this process. */
function runtimeEntry(): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return fileURLToPath(new URL(`../../runtime/main.${extension}`, import.meta.url));
}

function spawnRuntime(threads: number): ChildProcess {
  flags ??= runtimeFlags();
  const pipes = Array.from({ length: threads * PIPES_PER_LANE }, () => "pipe" as const);
  const child = spawn(process.execPath, [...flags, runtimeEntry(), "--lanes", String(threads)], {
    // Nothing of the host's environment is a runtime's business.
    env: {},
    stdio: ["pipe", "ignore", "pipe", ...pipes],
    windowsHide: true,
  });
  // Node's types know nothing of it: without file descriptors left there is a child without any pipe.
  if ((child as { readonly stdio?: unknown }).stdio === undefined) {
    child.on("error", () => undefined);
    throw new Error("there are not enough file descriptors for a runtime's pipes");
  }
  return child;
}

/** A process of one thread that nobody has asked for yet. */
let spare: ChildProcess | null = null;

/**
 * Starts a runtime of one thread for the host that is about to be made, so that it comes up while the host's own code is
 * still being loaded. Ends with this process if nobody takes it.
 */
export function prestartRuntime(): void {
  try {
    spare ??= spawnRuntime(1).once("error", () => {
      spare = null;
    });
  } catch {
    // Whoever needs a runtime will try again, and can say so.
  }
}

function takeSpare(threads: number): ChildProcess | null {
  if (threads !== 1 || spare === null) return null;
  const child = spare;
  spare = null;
  child.removeAllListeners("error");
  return child.exitCode === null && child.signalCode === null ? child : null;
}

/** How a runtime process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** A pipe a direction, so that the runtime can wait in a write, which it could not on one that it also reads. */
export interface LanePipes {
  readonly toRuntime: Duplex;
  readonly fromRuntime: Duplex;
}

/** One runtime process: its pipes, its life and its last words. */
export class RuntimeProcess {
  readonly #child: ChildProcess;
  #stderr = "";

  constructor(threads: number, onExit: (exit: ProcessExit) => void) {
    this.#child = takeSpare(threads) ?? spawnRuntime(threads);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_BYTES);
    });
    let exited = false;
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (exited) return;
      exited = true;
      onExit({ code, signal, stderr: this.#stderr.trim() });
    };
    // `close` comes when the last of its output was read; that may never be, when it left a pipe open elsewhere.
    this.#child.once("close", end);
    this.#child.once("exit", (code, signal) => setTimeout(end, 50, code, signal).unref());
    this.#child.once("error", (error) => {
      this.#stderr += String(error);
      end(null, null);
    });
    this.#child.stdin?.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The two pipes of one lane. */
  pipes(lane: number): LanePipes {
    const first = FIRST_FD + lane * PIPES_PER_LANE;
    return { toRuntime: this.#stream(first), fromRuntime: this.#stream(first + 1) };
  }

  /** Ends the process at once. May be called twice. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #stream(fd: number): Duplex {
    const stream = this.#child.stdio[fd];
    if (stream === null || stream === undefined || !("write" in stream)) throw new Error(`there is no pipe ${fd}`);
    return stream as Duplex;
  }

  /** Whether the host's own process stays alive for this one. */
  keepAlive(keep: boolean): void {
    const handles: unknown[] = [this.#child, ...this.#child.stdio];
    for (const handle of handles) {
      const counted = handle as { ref?: () => void; unref?: () => void } | null;
      if (keep) counted?.ref?.();
      else counted?.unref?.();
    }
  }
}
