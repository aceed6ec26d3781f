import { EXIT } from "../exit-codes.ts";

/** What is left of two seconds for a forced exit, in ms. */
const FORCE_AFTER_MS = 1500;

/**
 * Turns SIGINT, SIGTERM and a reader that went away into one abort signal. Whoever does not end within 1.5 s is ended, and a
 * second signal ends at once.
 */
export class StopSignals {
  readonly #abort = new AbortController();
  readonly #onInterrupt = (): void => this.#stop(EXIT.interrupted);
  readonly #onTerminate = (): void => this.#stop(EXIT.terminated);
  readonly #onOutputError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
    if (this.#exitCode === undefined) this.#stop(EXIT.brokenPipe);
  };
  #exitCode: number | undefined;

  constructor() {
    process.on("SIGINT", this.#onInterrupt);
    process.on("SIGTERM", this.#onTerminate);
    process.stdout.on("error", this.#onOutputError);
    process.stderr.on("error", ignoreBrokenPipe);
  }

  /** Fires on the first of them. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  /** The exit code that goes with what happened; undefined while nothing has. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  #stop(exitCode: number): void {
    if (this.#exitCode !== undefined) process.exit(this.#exitCode);
    this.#exitCode = exitCode;
    setTimeout(() => process.exit(exitCode), FORCE_AFTER_MS).unref();
    this.#abort.abort();
  }
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
