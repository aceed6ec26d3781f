import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readProcessTable, withDescendants } from "./process-table.ts";
import { sendSignal } from "./send-signal.ts";

const ROUNDS = 50;
const PAUSE_MS = 10;

/** Kills whatever names a command of ours, by the beginning that all markers of one owner share. Settles when nothing is left. */
export async function killLeftovers(markerPrefix: string): Promise<void> {
  for (let round = 0; round < ROUNDS && killOnce(markerPrefix); round++) await wait(PAUSE_MS);
}

/** One round of it, for when there is no time to wait. False when nothing was left. */
function killOnce(markerPrefix: string): boolean {
  const table = readProcessTable();
  const roots = [...table.values()].filter(({ marker }) => marker?.startsWith(markerPrefix) === true);
  const found = withDescendants(
    table,
    roots.map(({ pid }) => pid),
  );
  found.delete(process.pid);
  for (const pid of found) sendSignal(pid, "SIGKILL");
  return found.size > 0;
}

/** What is killed and removed when this process exits without closing it. */
export class ExitGuard {
  readonly #markerPrefix: string;
  readonly #folders: Set<string> = new Set();
  readonly #leaders: Set<number> = new Set();
  readonly #onExit = (): void => {
    for (const leader of this.#leaders) sendSignal(-leader, "SIGKILL");
    killOnce(this.#markerPrefix);
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  };

  constructor(markerPrefix: string) {
    this.#markerPrefix = markerPrefix;
  }

  /** Watches from the first command on; what a command leaves behind counts even when it has ended itself. */
  begin(leader: number): void {
    if (!process.listeners("exit").includes(this.#onExit)) process.on("exit", this.#onExit);
    this.#leaders.add(leader);
  }

  /** Makes a folder for as long as this process, or whoever closes it first, is there. */
  async temporaryFolder(name: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), `isocell-${name}-`));
    this.#folders.add(folder);
    return folder;
  }

  ended(leader: number): void {
    this.#leaders.delete(leader);
  }

  async close(): Promise<void> {
    process.off("exit", this.#onExit);
    await Promise.all([...this.#folders].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
