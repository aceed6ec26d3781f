import { IsocellError } from "../../protocol/index.ts";
import type { ResultsFrame, RuntimeFrame } from "../../protocol/index.ts";
import type { Attempt, CellClient } from "./attempt.ts";
import { BriefPoll } from "./brief-poll.ts";
import { describeLoss } from "./loss.ts";
import type { Lane } from "./lane.ts";
import { placeAttempts } from "./placement.ts";
import { PoolProcess } from "./pool-process.ts";
import type { PoolProcessEvents } from "./pool-process.ts";
import type { ProcessExit } from "./runtime-process.ts";
import { Watch } from "./watch.ts";

/** Settings of a pool; see PoolOptions for their meaning. */
export interface PoolSettings {
  readonly processes: number;
  readonly threads: number;
  readonly warmIsolates: number;
  readonly recycleAfterCells: number;
  readonly memoryMb: number;
}

/** Processes that end before they are ready, in a row, after which the pool stops trying until it is asked again. */
const MAX_FAILED_STARTS = 3;
/** After a process is ready, how long to leave the machine to the first cell before starting the shared one, in ms. */
const GROW_AFTER_MS = 150;

/** A cell as its owner holds it: whichever attempt is the current one. */
export interface PooledCell {
  readonly sendResults: (frame: Omit<ResultsFrame, "type" | "cell">) => void;
  /** Asks for `onYielded`, which comes when everything emitted so far has come. */
  readonly requestYield: () => void;
  /** Stops the cell; nothing more is heard of it. */
  readonly terminate: () => void;
}

/** Runtime processes, and the cells that run or wait in them. */
export class RuntimePool {
  readonly #settings: PoolSettings;
  readonly #processes: Set<PoolProcess> = new Set();
  readonly #queue: Attempt[] = [];
  readonly #places: Map<number, { readonly process: PoolProcess; readonly lane: Lane }> = new Map();
  readonly #watch: Watch;
  readonly #poll: BriefPoll = new BriefPoll();
  #lastAttempt = 0;
  #lastProgressAt = 0;
  #failedStarts = 0;
  #growTimer: NodeJS.Timeout | null = null;
  #closed = false;
  #allGone: (() => void) | null = null;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#watch = new Watch({
      processes: this.#processes,
      queueLength: () => this.#queue.length,
      place: () => this.#place(),
      takeBack: (attempt, lane) => this.#takeBack(attempt, lane),
      maintain: () => this.#maintain(),
    });
    for (let i = 0; i < settings.processes; i++) this.#spawn("exclusive");
  }

  /** Runs a cell as soon as there is room. */
  submit(client: CellClient): PooledCell {
    const begin = (again: boolean): Attempt => {
      const attempt: Attempt = {
        id: ++this.#lastAttempt,
        client,
        restart: (afterLoss) => {
          current = begin(again || afterLoss);
        },
        queuedAt: performance.now(),
        again,
        sentAt: 0,
        started: false,
        calledTool: false,
      };
      this.#enqueue(attempt);
      return attempt;
    };
    let current = begin(false);
    return {
      sendResults: (frame) => this.#sendResults(current, frame),
      requestYield: () => this.#places.get(current.id)?.lane.send({ type: "cell/yield", cell: current.id }),
      terminate: () => this.#terminate(current),
    };
  }

  /** Tells every runtime that a session is over. */
  closeSession(session: number): void {
    for (const process of this.#processes) for (const lane of process.lanes) lane.closeSession(session);
  }

  /** Ends every process; settles when the operating system has taken them all away. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#watch.stop();
    if (this.#growTimer !== null) clearTimeout(this.#growTimer);
    this.#queue.length = 0;
    if (this.#processes.size === 0) return;
    const gone = new Promise<void>((resolve) => {
      this.#allGone = resolve;
    });
    for (const process of this.#processes) {
      process.keepAlive(true);
      process.kill({ reason: "retired", detail: "the host was closed" });
    }
    await gone;
  }

  /** Process ids of all runtimes that live; for diagnosis and tests. */
  pids(): readonly number[] {
    return [...this.#processes].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  #enqueue(attempt: Attempt): void {
    if (this.#closed) return;
    this.#queue.push(attempt);
    this.#watch.start();
    this.#keepAlive();
    this.#place();
  }

  /** Gives waiting cells to lanes that are free, and starts what is missing. */
  #place(): void {
    const placed = placeAttempts(this.#queue, this.#processes, this.#lastProgressAt, (attempt, process, lane) => {
      this.#places.set(attempt.id, { process, lane });
      process.cells++;
      lane.execute(attempt);
      attempt.client.onStarted(attempt.again);
    });
    if (placed === 0 && this.#queue.length > 0 && this.#anyReady) this.#maintain();
  }

  #sendResults(attempt: Attempt, frame: Omit<ResultsFrame, "type" | "cell">): void {
    const lane = this.#places.get(attempt.id)?.lane;
    if (lane === undefined) return;
    lane.disturbed = true;
    lane.send({ type: "cell/results", cell: attempt.id, ...frame });
    if (this.#places.size === 1) this.#poll.start();
  }

  #terminate(attempt: Attempt): void {
    const waiting = this.#queue.indexOf(attempt);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    const place = this.#places.get(attempt.id);
    if (place !== undefined) {
      place.lane.send({ type: "cell/terminate", cell: attempt.id });
      // A lane that runs the cell inline does not listen. Nothing else is in its process.
      place.lane.disturbed = true;
      if (place.lane.inline && place.lane.residents.size === 1) this.#watch.expectSoon(place.lane);
      this.#leave(attempt, place.lane);
    }
    this.#keepAlive();
  }

  /** Takes an attempt back from a lane that has not got to it, to run it elsewhere. What that lane says of it is void. */
  #takeBack(attempt: Attempt, lane: Lane): void {
    lane.send({ type: "cell/terminate", cell: attempt.id });
    lane.residents.delete(attempt.id);
    this.#places.delete(attempt.id);
    attempt.restart(false);
  }

  #leave(attempt: Attempt, lane: Lane): void {
    lane.residents.delete(attempt.id);
    this.#places.delete(attempt.id);
    this.#lastProgressAt = performance.now();
  }

  readonly #events: PoolProcessEvents = {
    onReady: () => {
      this.#failedStarts = 0;
      this.#keepAlive();
      this.#place();
      this.#growTimer ??= setTimeout(() => this.#maintain(), GROW_AFTER_MS).unref();
    },
    onFrame: (process, lane, frame) => this.#onFrame(process, lane, frame),
    onExit: (process, exit) => this.#onExit(process, exit),
  };

  #onFrame(process: PoolProcess, lane: Lane, frame: RuntimeFrame): void {
    if (!("cell" in frame)) return;
    if (frame.type === "cell/stuck") {
      this.#retire(process);
      return;
    }
    const attempt = lane.residents.get(frame.cell);
    // Late words of a cell that was terminated or taken back.
    if (attempt === undefined) return;
    if (frame.type === "cell/end") lane.finish(attempt);
    else if (!attempt.started) lane.lastProgressAt = performance.now();
    attempt.started = true;
    switch (frame.type) {
      case "cell/events":
        attempt.client.onEvents(frame.events);
        return;
      case "cell/calls":
        attempt.calledTool = true;
        attempt.client.onCalls(frame);
        return;
      case "cell/yielded":
        attempt.client.onYielded();
        return;
      case "cell/end":
        this.#leave(attempt, lane);
        attempt.client.onEnd(frame);
        if (process.cells >= this.#settings.recycleAfterCells) this.#retire(process);
        this.#keepAlive();
        this.#place();
        return;
    }
  }

  #onExit(process: PoolProcess, exit: ProcessExit): void {
    this.#processes.delete(process);
    if (!process.ready && (process.killed === null || process.killed.reason === "broken")) this.#failedStarts++;
    const losses = describeLoss(process, exit);
    for (const lane of process.lanes) {
      for (const attempt of [...lane.residents.values()]) {
        this.#leave(attempt, lane);
        const { reason, detail } = losses(attempt);
        // A cell that has called no tool left no trace outside: it can be run again, once, unseen.
        if (reason === "lost" && !attempt.calledTool && !attempt.again && !this.#closed) attempt.restart(true);
        else attempt.client.onLost(reason, detail);
      }
    }
    if (this.#closed) {
      if (this.#processes.size === 0) this.#allGone?.();
      return;
    }
    if (this.#failedStarts >= MAX_FAILED_STARTS) this.#giveUp(exit);
    else this.#maintain();
    this.#keepAlive();
    this.#place();
  }

  /** No process comes up: everybody who waits is told, with what the last one said. */
  #giveUp(exit: ProcessExit): void {
    this.#failedStarts = 0;
    const words = exit.stderr === "" ? `it ended with ${exit.signal ?? exit.code}` : exit.stderr;
    const message = `No runtime process could be started (run \`node -e "require('isolated-vm')"\` to see why): ${words}`;
    for (const attempt of this.#queue.splice(0)) {
      attempt.client.onUnavailable(new IsocellError("runtime_unavailable", message));
    }
  }

  #retire(process: PoolProcess): void {
    if (process.retiredAt !== null) return;
    process.retiredAt = performance.now();
    this.#watch.start();
    this.#maintain();
    this.#watch.checkRetired(process);
  }

  /** Starts what is missing: the cells' processes first, then the one that any number of cells can share. */
  #maintain(): void {
    if (this.#closed || this.#failedStarts >= MAX_FAILED_STARTS) return;
    const living = [...this.#processes].filter((process) => process.retiredAt === null && process.killed === null);
    const exclusive = living.filter((process) => process.kind === "exclusive").length;
    const missing = this.#settings.processes - exclusive;
    for (let i = 0; i < missing; i++) this.#spawn("exclusive");
    if (living.length === exclusive) this.#spawn("shared");
  }

  #spawn(kind: "exclusive" | "shared"): void {
    const { threads, memoryMb, warmIsolates } = this.#settings;
    const inline = kind === "exclusive" && threads === 1;
    const settings = { memoryMb, inline, warmIsolates: kind === "shared" ? 1 : warmIsolates };
    const process = new PoolProcess(kind, kind === "shared" ? 1 : threads, settings, this.#events);
    this.#processes.add(process);
    process.keepAlive(this.#busy);
  }

  /** While the first processes start, one more would only slow them down. */
  get #anyReady(): boolean {
    for (const process of this.#processes) if (process.ready) return true;
    return this.#processes.size === 0;
  }

  get #busy(): boolean {
    return this.#queue.length > 0 || this.#places.size > 0;
  }

  #wasBusy = false;

  /** An idle pool does not keep the embedder's process alive; one with cells in it does. */
  #keepAlive(): void {
    const busy = this.#busy;
    if (busy === this.#wasBusy) return;
    this.#wasBusy = busy;
    for (const process of this.#processes) process.keepAlive(busy);
  }
}
