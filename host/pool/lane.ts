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

/** One connection to a worker thread: what lives there and what it already knows. */
export class Lane {
  readonly #pipes: LanePipes;
  readonly #sessions: Map<number, number> = new Map();
  readonly #catalogs: Set<number> = new Set();
  readonly residents: Map<number, Attempt> = new Map();
  readonly inline: boolean;
  ready = false;
  lastUsedAt = 0;
  /** When a cell was last seen to start or end here: a lane with many to start is slow to answer, not blocked. */
  lastProgressAt = 0;
  /** How long cells have lately taken here, from the end of the one before, in ms. */
  typicalCellMs: number = Number.POSITIVE_INFINITY;
  #nonce = 0;
  /** Nonce and time of a ping that was not answered yet. */
  ping: { readonly nonce: number; readonly sentAt: number } | null = null;
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
    for (const pipe of [fromRuntime, toRuntime]) pipe.on("error", (error) => events.onBroken(this, error));
    fromRuntime.on("close", () => events.onBroken(this, new Error("the runtime closed its connection")));
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
    if (!this.#catalogs.has(catalog.revision)) {
      this.#catalogs.add(catalog.revision);
      this.send(catalog);
    }
    const { revision, changes } = session.storedSince(this.#sessions.get(session.number) ?? 0);
    this.#sessions.set(session.number, revision);
    attempt.sentAt = this.lastUsedAt = performance.now();
    this.residents.set(attempt.id, attempt);
    this.disturbed = true;
    this.send({
      type: "cell/execute",
      cell: attempt.id,
      session: session.number,
      catalog: catalog.revision,
      source,
      stored: changes,
    });
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
  }

  /** Forgets a cell that has ended. */
  finish(attempt: Attempt): void {
    const now = performance.now();
    const tookMs = now - Math.max(attempt.sentAt, this.lastProgressAt);
    this.typicalCellMs = this.typicalCellMs === Number.POSITIVE_INFINITY ? tookMs : (this.typicalCellMs + tookMs) / 2;
    this.lastProgressAt = now;
    this.residents.delete(attempt.id);
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
    this.send({ type: "session/open", session: session.number, isolation: session.isolation, limits: session.limits });
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
        for (const attempt of this.residents.values()) attempt.started ||= attempt.sentAt <= this.ping.sentAt;
        this.ping = null;
        this.running = frame.running;
        return;
      default:
        if (!this.ready) throw new Error(`${frame.type} before connection/ready`);
        events.onFrame(this, frame);
    }
  }
}
