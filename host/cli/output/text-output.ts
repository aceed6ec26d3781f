import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { UsageError } from "../usage-error.ts";

/** Where a command writes a long text, piece by piece; each piece settles when it was taken. */
interface TextOutput {
  readonly write: (text: string) => Promise<void>;
  /** May be called without a write, and twice. */
  readonly close: () => Promise<void>;
}

/** A file, opened by the first write: a command that fails before leaves what it held. */
export class OutputFile implements TextOutput {
  readonly #file: string;
  #handle: FileHandle | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws {UsageError} when the file can't be opened or written. */
  async write(text: string): Promise<void> {
    try {
      this.#handle ??= await open(this.#file, "w");
      await this.#handle.writeFile(text);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === "ENOENT" ? "there is no such folder" : code === "EISDIR" ? "it is a folder" : message;
      throw new UsageError(`--out ${this.#file} can't be written: ${reason}`);
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }
}

/** Standard output. A write rejects when the command is told to stop, since a reader that went away takes nothing more. */
export class StandardOutput implements TextOutput {
  readonly #stop: AbortSignal;

  constructor(stop: AbortSignal) {
    this.#stop = stop;
  }

  write(text: string): Promise<void> {
    const stop = this.#stop;
    return new Promise((resolve, reject) => {
      const onStop = (): void => reject(stop.reason as Error);
      stop.addEventListener("abort", onStop, { once: true });
      process.stdout.write(text, () => {
        stop.removeEventListener("abort", onStop);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    // It is not ours to close.
  }
}
