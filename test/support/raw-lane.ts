import { onTestFinished } from "vitest";
import { RuntimeProcess } from "../../host/pool/runtime-process.ts";
import type { ProcessExit } from "../../host/pool/runtime-process.ts";
import {
  CAPABILITIES,
  DEFAULT_LIMITS,
  encodeFrame,
  FrameSplitter,
  MAX_FRAME_BYTES,
  parseRuntimeFrame,
  PROTOCOL_VERSION,
} from "../../protocol/index.ts";
import type { EndFrame, ExecuteFrame, HostFrame, Limits, RuntimeFrame } from "../../protocol/index.ts";

/** A runtime process to which a test speaks frame by frame, as a host does. It ends with the test. */
export class RawLane {
  /** Everything it has said, in order. */
  readonly frames: RuntimeFrame[] = [];
  readonly exit: Promise<ProcessExit>;
  readonly #process: RuntimeProcess;
  readonly #waiting: Set<{ readonly holds: (frame: RuntimeFrame) => boolean; readonly resolve: () => void }> =
    new Set();
  #nonce = 0;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<ProcessExit>();
    this.exit = promise;
    this.#process = new RuntimeProcess(1, resolve);
    const { fromRuntime, toRuntime } = this.#process.pipes(0);
    const splitter = new FrameSplitter(MAX_FRAME_BYTES);
    fromRuntime.on("data", (chunk: Buffer) => splitter.push(chunk, (body) => this.#receive(parseRuntimeFrame(body))));
    for (const pipe of [fromRuntime, toRuntime]) pipe.on("error", () => undefined);
    onTestFinished(async () => {
      this.#process.kill();
      await this.exit;
    });
  }

  /** Sends frames in one piece, so that the lane reads them in one turn. */
  send(...frames: readonly HostFrame[]): void {
    this.sendBytes(Buffer.concat(frames.map(encodeFrame)));
  }

  /** Ends the pipe to it, as the end of a host does. */
  hangUp(): void {
    this.#process.pipes(0).toRuntime.end();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  sendBytes(bytes: Buffer): void {
    this.#process.pipes(0).toRuntime.write(bytes);
  }

  /** Settles when a frame has come that passes, now or earlier. */
  until(holds: (frame: RuntimeFrame) => boolean): Promise<void> {
    if (this.frames.some(holds)) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add({ holds, resolve });
    return promise;
  }

  /** How a cell ended, once it has. */
  async end(cell: number): Promise<EndFrame> {
    await this.until((frame) => frame.type === "cell/end" && frame.cell === cell);
    return this.frames.find((frame) => frame.type === "cell/end" && frame.cell === cell) as EndFrame;
  }

  /** Types of the frames about a cell, in order. */
  said(cell: number): readonly string[] {
    return this.frames.filter((frame) => "cell" in frame && frame.cell === cell).map(({ type }) => type);
  }

  /** Asks for a pong and waits for it: everything sent before has been read then. */
  async ping(): Promise<Extract<RuntimeFrame, { type: "connection/pong" }>> {
    const nonce = ++this.#nonce;
    this.send({ type: "connection/ping", nonce });
    const isIt = (frame: RuntimeFrame): boolean => frame.type === "connection/pong" && frame.nonce === nonce;
    await this.until(isIt);
    return this.frames.find(isIt) as Extract<RuntimeFrame, { type: "connection/pong" }>;
  }

  #receive(frame: RuntimeFrame): void {
    this.frames.push(frame);
    for (const waiter of this.#waiting) {
      if (!waiter.holds(frame)) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}

/** Greeting of a host. */
export const HELLO: HostFrame = {
  type: "connection/hello",
  versions: [PROTOCOL_VERSION],
  capabilities: CAPABILITIES,
  memoryMb: 128,
  warmIsolates: 1,
  inline: true,
};

/** Opens a session under a number. */
export function openSession(session: number, limits: Partial<Limits> = {}): HostFrame {
  return { type: "session/open", session, isolation: "cell", limits: { ...DEFAULT_LIMITS, ...limits } };
}

/** The catalog with revision 1: one tool, `hold`. */
export const CATALOG: HostFrame = { type: "catalog/define", revision: 1, tools: [["hold", ""]] };

/** Executes a cell of a session with that catalog. */
export function execute(
  cell: number,
  session: number,
  source: string,
  stored: ExecuteFrame["stored"] = [],
): ExecuteFrame {
  return { type: "cell/execute", cell, session, catalog: 1, source, stored };
}

/** Answers a cell's calls with null. */
export function answer(cell: number, ...calls: readonly number[]): HostFrame {
  return {
    type: "cell/results",
    cell,
    calls,
    ok: calls.map(() => true),
    lengths: calls.map(() => 4),
    payload: "null".repeat(calls.length),
  };
}

/** A lane that has been greeted, with sessions 1 and 2 and the catalog. */
export async function openLane(limits: Partial<Limits> = {}): Promise<RawLane> {
  const lane = new RawLane();
  lane.send(HELLO, openSession(1, limits), openSession(2, limits), CATALOG);
  await lane.until(({ type }) => type === "connection/ready");
  return lane;
}
