import type { ExecuteFrame, HostFrame } from "../../protocol/index.ts";
import { Catalog } from "./catalog.ts";
import { LaneSession } from "./lane-session.ts";

/** What the host has told a lane that more than one cell uses: sessions with their stored values, and catalogs. */
export class LaneState {
  readonly #sessions: Map<number, LaneSession> = new Map();
  readonly #catalogs: Map<number, Catalog> = new Map();

  /** Takes in a frame that is about these; false for any other. Throws when it names a session that is not open. */
  receive(frame: HostFrame): boolean {
    switch (frame.type) {
      case "session/open":
        this.#sessions.set(frame.session, new LaneSession(frame));
        return true;
      case "session/close":
        this.#sessions.delete(frame.session);
        return true;
      case "session/store":
        this.#knownSession(frame).update(frame.stored);
        return true;
      case "catalog/define":
        this.#catalogs.set(frame.revision, new Catalog(frame));
        return true;
      case "catalog/forget":
        this.#catalogs.delete(frame.revision);
        return true;
      default:
        return false;
    }
  }

  /** Takes over what a cell brings along. Throws when its session or catalog is not known. */
  admit(frame: ExecuteFrame): void {
    const session = this.#knownSession(frame);
    if (!this.#catalogs.has(frame.catalog)) throw new Error("cell/execute names a catalog that is not defined");
    // At once, also for a cell that has to wait: the host does not send them again if it takes the cell back.
    session.update(frame.stored);
  }

  session(id: number): LaneSession | undefined {
    return this.#sessions.get(id);
  }

  catalog(revision: number): Catalog | undefined {
    return this.#catalogs.get(revision);
  }

  #knownSession({ type, session: id }: { readonly type: string; readonly session: number }): LaneSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Error(`${type} names a session that is not open`);
    return session;
  }
}
