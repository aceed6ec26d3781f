import type { CellContext, CellIsolate, Engine } from "../isolate/engine.ts";
import type { CellSettings } from "./lane-session.ts";

/** An isolate with a context ready for a cell. `slot` is the number under which the context's bridge calls arrive. */
export interface ReadyIsolate {
  readonly isolate: CellIsolate;
  readonly context: CellContext;
  readonly slot: number;
  /** Contexts this isolate has had, this one included. */
  readonly uses: number;
  /** Settings with which the context was started, as a guess at what its cell will have; null if it was not. */
  readonly settings: string | null;
}

/** A lane that has needed this many isolates will need more: then a snapshot to make them from is worth its time. */
const PLAIN_ISOLATES = 4;
/** An isolate kept for a session is replaced after this many contexts, or when its heap is this full. */
const MAX_USES = 400;
const MAX_HEAP_SHARE = 0.5;

interface Parked {
  readonly isolate: CellIsolate;
  readonly uses: number;
  next: ReadyIsolate | null;
}

/** Isolates made ahead of need, and isolates that sessions keep. An isolate never changes session. */
export class IsolatePool {
  readonly #engine: Engine;
  readonly #onOutOfMemory: ((slot: number) => void) | null;
  readonly #warmTarget: number;
  readonly #warmMemoryMb: number;
  readonly #warm: ReadyIsolate[] = [];
  readonly #parked: Map<number, Parked> = new Map();
  #lastSlot = 0;
  #created = 0;
  #commonSettings: string | null = null;

  constructor(
    engine: Engine,
    options: { warmIsolates: number; memoryMb: number; onOutOfMemory: ((slot: number) => void) | null },
  ) {
    this.#engine = engine;
    this.#warmTarget = options.warmIsolates;
    this.#warmMemoryMb = options.memoryMb;
    this.#onOutOfMemory = options.onOutOfMemory;
  }

  /** An isolate for a cell; `session` is given when the session's own isolate may be used again. */
  take(memoryMb: number, session: number | null): ReadyIsolate {
    if (session !== null) {
      const parked = this.#parked.get(session);
      if (parked !== undefined) {
        this.#parked.delete(session);
        return parked.next ?? this.#prepare(parked.isolate, parked.uses + 1);
      }
    }
    return (memoryMb === this.#warmMemoryMb ? this.#warm.pop() : undefined) ?? this.#create(memoryMb);
  }

  /** Sees to it that a context is started for a cell. Most cells want what the one before had, so it often is. */
  start(ready: ReadyIsolate, settings: CellSettings): void {
    if (ready.settings !== settings.json) ready.context.call("start", settings.json);
    if (settings.common) this.#commonSettings = settings.json;
  }

  /** Takes back the isolate of a session's cell that ended in good order. */
  park(session: number, ready: ReadyIsolate): void {
    ready.context.release();
    const full = ready.isolate.memoryBytes() > ready.isolate.memoryMb * 1024 * 1024 * MAX_HEAP_SHARE;
    if (full || ready.uses >= MAX_USES || this.#parked.has(session)) ready.isolate.dispose();
    else this.#parked.set(session, { isolate: ready.isolate, uses: ready.uses, next: null });
  }

  /** Disposes of what a session kept. */
  forget(session: number): void {
    this.#parked.get(session)?.isolate.dispose();
    this.#parked.delete(session);
  }

  /** Makes the snapshot that later isolates come from, unless there is one. */
  makeSnapshot(): void {
    this.#engine.makeSnapshot();
  }

  /** Makes one thing that will be needed, if anything is missing. Returns whether there is more to make. */
  refill(): boolean {
    if (this.#created >= PLAIN_ISOLATES && !this.#engine.hasSnapshot) {
      this.#engine.makeSnapshot();
      return true;
    }
    for (const parked of this.#parked.values()) {
      if (parked.next === null) {
        parked.next = this.#prepare(parked.isolate, parked.uses + 1);
        return true;
      }
    }
    if (this.#warm.length >= this.#warmTarget) return false;
    this.#warm.push(this.#create(this.#warmMemoryMb));
    return this.#warm.length < this.#warmTarget;
  }

  #create(memoryMb: number): ReadyIsolate {
    const slot = this.#lastSlot + 1;
    const notify = this.#onOutOfMemory;
    this.#created++;
    return this.#prepare(this.#engine.createIsolate(memoryMb, notify === null ? null : () => notify(slot)), 1);
  }

  #prepare(isolate: CellIsolate, uses: number): ReadyIsolate {
    const slot = ++this.#lastSlot;
    const context = isolate.createContext(slot);
    const settings = this.#commonSettings;
    if (settings !== null) context.call("start", settings);
    return { isolate, context, slot, uses, settings };
  }
}
