import { randomInt } from "node:crypto";
import type { Command } from "./command.ts";

const FIRST_ID = 1000;
const LAST_ID = 99_999;
/** Sessions of one conversation that may live at once. */
const MAX_LIVE = 64;
/** So many of those used last are never dropped for a new one. */
const PROTECTED = 8;

/** The conversation that a session belongs to; undefined where there are none. */
type Owner = string | undefined;

interface Owned {
  readonly command: Command;
  readonly owner: Owner;
}

/** Commands that outlived the call that started them, by the id that models know. */
export class SessionStore {
  /** In the order of their last use. */
  readonly #sessions: Map<number, Owned> = new Map();

  /**
   * Takes a command in. Where its conversation has too many, one of them goes: among those that were not used lately one
   * that has ended, else the one that was not used for longest.
   */
  add(command: Command, owner: Owner): { readonly id: number; readonly dropped: Command | null } {
    const dropped = this.#drop(owner);
    const id = this.#newId();
    this.#sessions.set(id, { command, owner });
    return { id, dropped };
  }

  /** The session of an id, which counts as used now. Those of other conversations are not there. */
  use(id: number, owner: Owner): Command | undefined {
    const found = this.#sessions.get(id);
    if (found === undefined || found.owner !== owner) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, found);
    return found.command;
  }

  /** Whether an id still means this command. */
  holds(id: number, command: Command): boolean {
    return this.#sessions.get(id)?.command === command;
  }

  forget(id: number): void {
    this.#sessions.delete(id);
  }

  /** Forgets all sessions of a conversation. */
  take(owner: Owner): readonly Command[] {
    const taken = this.#of(owner);
    for (const [id] of taken) this.#sessions.delete(id);
    return taken.map(([, { command }]) => command);
  }

  #of(owner: Owner): readonly (readonly [number, Owned])[] {
    return [...this.#sessions].filter(([, one]) => one.owner === owner);
  }

  #drop(owner: Owner): Command | null {
    if (this.#sessions.size < MAX_LIVE) return null;
    const own = this.#of(owner);
    if (own.length < MAX_LIVE) return null;
    const candidates = own.slice(0, -PROTECTED);
    const victim = candidates.find(([, { command }]) => command.exitCode !== null) ?? candidates[0];
    if (victim === undefined) return null;
    this.#sessions.delete(victim[0]);
    return victim[1].command;
  }

  #newId(): number {
    for (;;) {
      const id = randomInt(FIRST_ID, LAST_ID + 1);
      if (!this.#sessions.has(id)) return id;
    }
  }
}
