import { setTimeout as wait } from "node:timers/promises";
import { canListProcesses, nextProcessTable, withDescendants } from "./process-table.ts";
import type { ProcessTable } from "./process-table.ts";
import { sendSignal } from "./send-signal.ts";

const POLL_MS = 20;
/** How long killed processes may take to vanish before they are given up: one may hang in the kernel. */
const KILL_MS = 5000;

/** A command whose processes are looked for. */
export interface CommandProcesses {
  /** Leads a group and a session of its own. */
  readonly leader: number;
  /** What the environment of all of its processes names, unless they changed it. */
  readonly marker: string;
  /** Set when the leader and its child are those that keep the confinement up: to ask them to end would kill the rest. */
  readonly confined: boolean;
  /** Whether the leader is still there; afterwards its id may mean somebody else. */
  readonly leaderLives: () => boolean;
}

/**
 * Ends a command with all that it started: processes of its group and session, those whose environment names it, and
 * what is below them. They are asked first (SIGTERM) and killed after the grace. Settles when nothing is left of them.
 */
export async function endCommand(command: CommandProcesses, graceMs: number): Promise<void> {
  const search = new Search(command);
  await search.signal("SIGTERM");
  if (await search.gone(graceMs)) return;
  const until = performance.now() + KILL_MS;
  // What is started while others are killed is found in the next round.
  while ((await search.signal("SIGKILL")) && performance.now() < until) await wait(POLL_MS);
}

/** Sends a signal to a command's own processes, without those that only confine it. */
export async function signalCommand(command: CommandProcesses, signal: NodeJS.Signals): Promise<void> {
  await new Search(command).signal(signal);
}

class Search {
  readonly #command: CommandProcesses;
  /** Processes seen, with when they began: they stay the command's, whatever becomes of the leader. */
  readonly #seen: Map<number, string> = new Map();

  /** Whether the group could be signalled where processes can't be looked up. */
  readonly #hadGroup: boolean;

  constructor(command: CommandProcesses) {
    this.#command = command;
    this.#hadGroup = command.leaderLives();
  }

  /** False when there was nobody left to get it. */
  async signal(signal: NodeJS.Signals): Promise<boolean> {
    if (!canListProcesses) return this.#signalGroup(signal);
    const table = await nextProcessTable();
    const found = this.#find(table);
    const spared = signal === "SIGKILL" ? NOBODY : this.#wrappers(table);
    for (const pid of eldestFirst(table, found)) if (!spared.has(pid)) sendSignal(pid, signal);
    return found.size > 0;
  }

  /** Whether everything has ended within a time. */
  async gone(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    for (;;) {
      const left = canListProcesses ? this.#find(await nextProcessTable()).size > 0 : this.#signalGroup(0);
      if (!left) return true;
      const rest = until - performance.now();
      if (rest <= 0) return false;
      await wait(Math.min(POLL_MS, rest));
    }
  }

  #signalGroup(signal: NodeJS.Signals | 0): boolean {
    return this.#hadGroup && sendSignal(-this.#command.leader, signal);
  }

  #find(table: ProcessTable): ReadonlySet<number> {
    const { leader, marker, leaderLives } = this.#command;
    const groupIsOurs = leaderLives();
    const roots: number[] = [];
    for (const { pid, group, session, begun, marker: named } of table.values()) {
      const own = groupIsOurs && (pid === leader || group === leader || session === leader);
      if (own || named === marker || this.#seen.get(pid) === begun) roots.push(pid);
    }
    const found = withDescendants(table, roots);
    // Never ourselves, whoever forged a marker.
    found.delete(process.pid);
    for (const pid of found) this.#seen.set(pid, table.get(pid)?.begun ?? "");
    return found;
  }

  #wrappers(table: ProcessTable): ReadonlySet<number> {
    const { leader, confined } = this.#command;
    if (!confined) return NOBODY;
    const children = [...table.values()].filter(({ parent }) => parent === leader).map(({ pid }) => pid);
    return new Set([leader, ...children]);
  }
}

/** A shell whose command ended a moment before itself would go on with the next one. */
function eldestFirst(table: ProcessTable, found: ReadonlySet<number>): readonly number[] {
  const begun = (pid: number): number => Number(table.get(pid)?.begun ?? 0);
  return [...found].toSorted((one, other) => begun(one) - begun(other) || one - other);
}

const NOBODY: ReadonlySet<number> = new Set();
