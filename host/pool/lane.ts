import {
  CAPABILITIES,
  encodeFrame,
  FrameSplitter,
  MAX_FRAME_BYTES,
  parseRuntimeFrame,
  PROTOCOL_VERSION,
} from "../../protocol/index.ts";
import type { HostFrame, RuntimeFrame } from "../../protocol/index.ts";
import type { Attempt, SessionLink } from "./attempt.ts";
import type { LanePipes } from "./runtime-process.ts";

/** What a lane tells the pool. */
export interface LaneEvents {
  readonly onReady: (lane: Lane) => void;
  readonly onFrame: (lane: Lane, frame: RuntimeFrame) => void;
  /** The connection is of no use any more: the peer closed it or broke the protocol. */
  readonly onBroken: (lane: Lane, error: Error) => void;
}

/** What is asked of the lane when it starts. */
export interface LaneSettings {
  readonly memoryMb: number;
  readonly warmIsolates: number;
  readonly inline: boolean;
}

/** Most catalogs that a lane is let keep; only one whose cells use more at once has more. */
const MAX_CATALOGS = 8;
/** Stored values of more bytes than this are sent in a frame of their own, before the cell that needs them. */
const STORED_BYTES = 16 * 1024 * 1024;
/** A source of at most so many UTF-16 units fits into a frame beside the largest stored value. */
const SHARED_FRAME_UNITS = 1_000_000;

/** One connection to a worker thread: what lives there and what it already knows. */
export class Lane {
  readonly #pipes: LanePipes;
  readonly #sessions: Map<number, number> = new Map();
  /** Catalogs it knows, the one that was used last at the end. */
  readonly #catalogs: Set<number> = new Set();
  readonly residents: Map<number, Attempt> = new Map();
  readonly inline: boolean;
  ready = false;
  lastUsedAt = 0;
  /** When a cell was last seen to start or end here: a lane with many to start is slow to answer, not blocked. */
  lastProgressAt = 0;
  /** How long cells have lately taken here, from the end of the one before, in ms. */
  typicalCellMs: number = Number.POSITIVE_INFINITY;
  #toStart = 0;
  #nonce = 0;
  /** Nonce and time of a ping that was not answered yet. */
  ping: { readonly nonce: number; readonly sentAt: number } | null = null;
  /** A cell was told to stop, and the lane has not answered since; `blames` says that only that one can be why. */
  stopping: { readonly since: number; readonly blames: boolean } | null = null;
  /** Whether something was sent since the last ping that could make the lane busy. */
  disturbed = false;
  /** Cells whose code ran when the lane last answered. */
  running: readonly number[] = [];

  constructor(pipes: LanePipes, settings: LaneSettings, events: LaneEvents) {
    this.#pipes = pipes;
    const { fromRuntime, toRuntime } = pipes;
    this.inline = settings.inline;
    const splitter = new FrameSplitter(MAX_FRAME_BYTES);
    const onBody = (body: Buffer): void => this.#receive(parseRuntimeFrame(body), events);
    fromRuntime.on("data", (chunk: Buffer) => {
      try {
        splitter.push(chunk, onBody);
      } catch (error) {
        events.onBroken(this, error instanceof Error ? error : new Error(String(error)));
      }
    });
    // In whatever way the system tells of it: a reset pipe, one that is gone, an end.
    const gone = (cause?: Error): void =>
      events.onBroken(this, new Error("the runtime closed its connection", cause === undefined ? {} : { cause }));
    for (const pipe of [fromRuntime, toRuntime]) pipe.on("error", gone);
    fromRuntime.on("close", () => gone());
    this.send({
      type: "connection/hello",
      versions: [PROTOCOL_VERSION],
      capabilities: CAPABILITIES,
      memoryMb: settings.memoryMb,
      warmIsolates: settings.warmIsolates,
      inline: settings.inline,
    });
  }

  send(frame: HostFrame): void {
    const { toRuntime } = this.#pipes;
    if (!toRuntime.destroyed && toRuntime.writable) toRuntime.write(encodeFrame(frame));
  }

  /** Sends a cell, and before it whatever the lane does not know yet. */
  execute(attempt: Attempt): void {
    const { session, catalog, source } = attempt.client;
    this.#introduce(session);
    if (!this.#catalogs.delete(catalog.revision)) this.send(catalog);
    this.#catalogs.add(catalog.revision);
    const { revision, changes } = session.storedSince(this.#sessions.get(session.number) ?? 0);
    this.#sessions.set(session.number, revision);
    const lists = inFrames(changes);
    const stored = source.length > SHARED_FRAME_UNITS ? [] : (lists.pop() ?? []);
    for (const earlier of lists) this.send({ type: "session/store", session: session.number, stored: earlier });
    attempt.sentAt = this.lastUsedAt = performance.now();
    this.residents.set(attempt.id, attempt);
    this.#toStart++;
    this.disturbed = true;
    this.send({
      type: "cell/execute",
      cell: attempt.id,
      session: session.number,
      catalog: catalog.revision,
      source,
      stored,
    });
    this.#forgetCatalogs();
  }

  /** Lets go of catalogs that have not been used for the longest time. Those that cells here were given stay. */
  #forgetCatalogs(): void {
    if (this.#catalogs.size <= MAX_CATALOGS) return;
    const used = new Set([...this.residents.values()].map(({ client }) => client.catalog.revision));
    for (const revision of this.#catalogs) {
      if (this.#catalogs.size <= MAX_CATALOGS) return;
      if (used.has(revision)) continue;
      this.#catalogs.delete(revision);
      this.send({ type: "catalog/forget", revision });
    }
  }

  /** The cell that has been here longest. Only it can have begun while none was seen to start. */
  get first(): Attempt | undefined {
    for (const attempt of this.residents.values()) return attempt;
    return undefined;
  }

  /** How many of its cells were not seen to start. */
  get toStart(): number {
    return this.#toStart;
  }

  /** A cell was seen to have started. */
  sawStart(attempt: Attempt): void {
    if (attempt.started) return;
    attempt.started = true;
    this.#toStart--;
  }

  /** Forgets a cell, which is over or goes elsewhere. */
  release(attempt: Attempt): void {
    if (this.residents.delete(attempt.id) && !attempt.started) this.#toStart--;
  }

  /** Cells that were not seen to start. */
  unstarted(): readonly Attempt[] {
    return [...this.residents.values()].filter(({ started }) => !started);
  }

  /** Whether the lane's own thread, if something keeps it busy, is kept by this cell. */
  mayBeKeptBy(attempt: Attempt): boolean {
    if (!attempt.started && attempt !== this.first) return false;
    for (const other of this.residents.values()) if (other !== attempt && other.started) return false;
    return true;
  }

  sendPing(): void {
    this.ping = { nonce: ++this.#nonce, sentAt: performance.now() };
    this.disturbed = false;
    this.send({ type: "connection/ping", nonce: this.ping.nonce });
  }

  /** How long the lane has owed an answer, in ms. What it emits meanwhile says nothing: its thread may be busy. */
  blockedMs(now: number): number {
    return this.ping === null ? 0 : now - Math.max(this.ping.sentAt, this.lastProgressAt);
  }

  /** Leaves a time out of account in which this process itself was too busy to listen. */
  excuse(ms: number): void {
    if (this.ping !== null) this.ping = { nonce: this.ping.nonce, sentAt: this.ping.sentAt + ms };
    if (this.stopping !== null) this.stopping = { ...this.stopping, since: this.stopping.since + ms };
  }

  /** Forgets a cell that has ended. */
  finish(attempt: Attempt): void {
    const now = performance.now();
    const tookMs = now - Math.max(attempt.sentAt, this.lastProgressAt);
    this.typicalCellMs = this.typicalCellMs === Number.POSITIVE_INFINITY ? tookMs : (this.typicalCellMs + tookMs) / 2;
    this.lastProgressAt = now;
    this.release(attempt);
  }

  closeSession(session: number): void {
    if (this.#sessions.delete(session)) this.send({ type: "session/close", session });
  }

  knowsSession(session: number): boolean {
    return this.#sessions.has(session);
  }

  /** Closes the connection; nothing is heard from it any more. */
  destroy(): void {
    for (const pipe of [this.#pipes.fromRuntime, this.#pipes.toRuntime]) {
      pipe.removeAllListeners();
      pipe.on("error", () => undefined);
      pipe.destroy();
    }
  }

  #introduce(session: SessionLink): void {
    if (this.#sessions.has(session.number)) return;
    this.#sessions.set(session.number, 0);
    const { number, isolation, limits, callSites } = session;
    this.send({ type: "session/open", session: number, isolation, limits, ...(callSites ? { callSites } : {}) });
  }

  #receive(frame: RuntimeFrame, events: LaneEvents): void {
    switch (frame.type) {
      case "connection/ready":
        if (this.ready) throw new Error("the runtime greeted twice");
        this.ready = true;
        events.onReady(this);
        return;
      case "connection/rejected":
        throw new Error(`the runtime refused the connection: ${frame.reason.slice(0, 200)}`);
      case "connection/pong":
        if (this.ping?.nonce !== frame.nonce) return;
        for (const attempt of this.residents.values()) {
          if (attempt.sentAt <= this.ping.sentAt && frame.waiting?.includes(attempt.id) !== true)
            this.sawStart(attempt);
        }
        this.ping = null;
        this.running = frame.running;
        return;
      default:
        if (!this.ready) throw new Error(`${frame.type} before connection/ready`);
        events.onFrame(this, frame);
    }
  }
}

/** Cuts stored values into lists that each fit into a frame; one that is larger than a list may be has one to itself. */
function inFrames(stored: readonly (readonly [key: string, json: string])[]): (typeof stored)[] {
  const lists: (readonly [string, string])[][] = [];
  let room = 0;
  for (const pair of stored) {
    const bytes = (pair[0].length + pair[1].length) * 3;
    if (bytes > room || lists.length === 0) {
      lists.push([]);
      room = STORED_BYTES;
    }
    lists.at(-1)?.push(pair);
    room -= bytes;
  }
  return lists;
}
