import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import { until } from "../../../support/processes.ts";

const MAIN = fileURLToPath(new URL("../../../../host/cli/main.ts", import.meta.url));

/** As much of a pseudo-terminal package as is used here. */
interface PtyPackage {
  readonly spawn: (file: string, args: readonly string[], options: object) => PtyProcess;
}
interface PtyProcess {
  readonly pid: number;
  readonly write: (text: string) => void;
  readonly kill: (signal: string) => void;
  readonly onData: (listener: (text: string) => void) => void;
  readonly onExit: (listener: (end: { readonly exitCode: number; readonly signal?: number }) => void) => void;
}

/** The package that is installed, and works here; null if there is none. */
export async function loadPty(): Promise<PtyPackage | null> {
  for (const name of ["node-pty", "@lydell/node-pty"]) {
    try {
      const loaded = (await import(name)) as PtyPackage & { readonly default?: PtyPackage };
      return loaded.default ?? loaded;
    } catch {
      // The next one, then.
    }
  }
  return null;
}

/** The command line at a terminal that somebody types at. */
export class PseudoTerminal {
  readonly pid: number;
  readonly #process: PtyProcess;
  readonly #ended: Promise<{ readonly code: number; readonly at: number }>;
  #over = false;
  #shown = "";
  #lastKeyAt = 0;

  constructor(pty: PtyPackage, args: readonly string[], cwd: string) {
    const options = { name: "xterm-256color", cols: 100, rows: 30, cwd, env: process.env };
    this.#process = pty.spawn(process.execPath, [MAIN, ...args], options);
    this.pid = this.#process.pid;
    this.#process.onData((text) => (this.#shown += text));
    const { promise, resolve } = Promise.withResolvers<{ code: number; at: number }>();
    this.#process.onExit(({ exitCode }) => {
      this.#over = true;
      resolve({ code: exitCode, at: performance.now() });
    });
    this.#ended = promise;
    onTestFinished(async () => {
      if (!this.#over) this.#process.kill("SIGKILL");
      await promise;
    });
  }

  /** Everything it showed, line ends as usual, without what moves the cursor. */
  get shown(): string {
    return stripVTControlCharacters(this.#shown).replaceAll("\r\n", "\n");
  }

  /** Waits until a text stands there. */
  async shows(text: string): Promise<void> {
    try {
      await until("shown", () => this.shown.includes(text), 15_000);
    } catch (cause) {
      throw new Error(`the terminal does not show ${JSON.stringify(text)}, but ${this.shown}`, { cause });
    }
  }

  type(keys: string): void {
    this.#lastKeyAt = performance.now();
    this.#process.write(keys);
  }

  /** Exit code, and how long after the last key it ended. */
  async ended(): Promise<{ readonly code: number; readonly ms: number }> {
    const { code, at } = await this.#ended;
    return { code, ms: at - this.#lastKeyAt };
  }
}
