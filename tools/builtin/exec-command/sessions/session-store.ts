import { randomInt } from "node:crypto";
import type { Command } from "./command.ts";

const FIRST_ID = 1000;
const LAST_ID = 99_999;
/** Sessions that may live at once. */
const MAX_LIVE = 64;
/** So many of those used last are never dropped for a new one. */
const PROTECTED = 8;

/** Commands that outlived the call that started them, by the id that models know. */
export class SessionStore {
  /** In the order of their last use. */
  readonly #sessions: Map<number, Command> = new Map();

  /**
   * Takes a command in. Where there are too many, one goes: among those that were not used lately one that has ended,
   * else the one that was not used for longest.
   */
  add(command: Command): { readonly id: number; readonly dropped: Command | null } {
    const dropped = this.#sessions.size < MAX_LIVE ? null : this.#drop();
    const id = this.#newId();
    this.#sessions.set(id, command);
    return { id, dropped };
  }

  /** The session of an id, which counts as used now. */
  use(id: number): Command | undefined {
    const command = this.#sessions.get(id);
    if (command !== undefined) {
      this.#sessions.delete(id);
      this.#sessions.set(id, command);
    }
    return command;
  }

  /** Whether an id still means this command. */
  holds(id: number, command: Command): boolean {
    return this.#sessions.get(id) === command;
  }

  forget(id: number): void {
    this.#sessions.delete(id);
  }

  list(): readonly Command[] {
    return [...this.#sessions.values()];
  }

  #drop(): Command | null {
    const candidates = [...this.#sessions].slice(0, -PROTECTED);
    const victim = candidates.find(([, command]) => command.exitCode !== null) ?? candidates[0];
    if (victim === undefined) return null;
    this.#sessions.delete(victim[0]);
    return victim[1];
  }

  #newId(): number {
    for (;;) {
      const id = randomInt(FIRST_ID, LAST_ID + 1);
      if (!this.#sessions.has(id)) return id;
    }
  }
}
