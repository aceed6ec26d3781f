import { execFile } from "node:child_process";
import { closeSync, constants, open as openCallback } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

// Plain numbers: what takes an end over closes it, and a handle object would close it a second time.
const open = promisify(openCallback);
const run = promisify(execFile);

/** Names made by one run of the program that makes them. */
const BATCH = 16;

/** File descriptors of both ends of a pipe. Whoever gets them closes them. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

/**
 * Makes real pipes. What Node gives a child as a pipe is a socket, which can't be opened again by the names
 * `/dev/stdout` and `/dev/stderr`; and two of them lose the order of what comes through both. A pipe is a named one whose
 * name is gone once both ends are open.
 */
export class Pipes {
  readonly #makeFolder: () => Promise<string>;
  #folder: Promise<string | null> | null = null;
  readonly #names: string[] = [];
  #making: Promise<void> | null = null;
  #made = 0;
  #broken = false;

  /** @param makeFolder makes the folder for the names, and removes it in the end. */
  constructor(makeFolder: () => Promise<string>) {
    this.#makeFolder = makeFolder;
  }

  /** Null where no named pipes can be made. */
  async open(): Promise<Pipe | null> {
    this.#folder ??= this.#makeFolder().catch(() => null);
    const folder = await this.#folder;
    while (folder !== null && !this.#broken) {
      const name = this.#names.pop();
      if (name !== undefined) return openBoth(name);
      this.#making ??= this.#make(folder).finally(() => (this.#making = null));
      await this.#making;
    }
    return null;
  }

  async #make(folder: string): Promise<void> {
    const names = Array.from({ length: BATCH }, () => join(folder, String(++this.#made)));
    try {
      await run("mkfifo", ["-m", "600", ...names]);
      this.#names.push(...names);
    } catch {
      this.#broken = true;
    }
  }
}

async function openBoth(name: string): Promise<Pipe> {
  // Without a writer an ordinary open would wait for one.
  const read = await open(name, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { read, write: await open(name, constants.O_WRONLY) };
  } catch (error) {
    closeSync(read);
    throw error;
  } finally {
    await unlink(name);
  }
}
