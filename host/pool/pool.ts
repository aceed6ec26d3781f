import type { IsocellError, ResultsFrame, RuntimeFrame } from "../../protocol/index.ts";
import type { Attempt, CellClient, LossReason } from "./attempt.ts";
import { Fleet } from "./fleet.ts";
import type { PoolSettings } from "./fleet.ts";
import type { Lane } from "./lane.ts";
import { describeLoss } from "./loss.ts";
import { placeAttempts } from "./placement.ts";
import type { PoolProcess } from "./pool-process.ts";
import type { ProcessExit } from "./runtime-process.ts";
import { Wakefulness } from "./waiting/wakefulness.ts";
import { Watch } from "./watch.ts";

/** A cell as its owner holds it: whichever attempt is the current one. */
export interface PooledCell {
  readonly sendResults: (frame: Omit<ResultsFrame, "type" | "cell">) => void;
  /** Asks for `onYielded`, which comes when everything emitted so far has come; false while no runtime has the cell. */
  readonly requestYield: () => boolean;
  /** Stops the cell; nothing more is heard of it. Returns `memoryPeakBytes` of its outcome. */
  readonly terminate: () => number;
}

/** Attempts of one cell that may be lost, counting those that nothing was heard of. */
const MOST_LOSSES = 3;

/** Runtime processes, and the cells that run or wait in them. */
export class RuntimePool {
  readonly #recycleAfterCells: number;
  readonly #fleet: Fleet;
  readonly #queue: Attempt[] = [];
  readonly #places: Map<number, { readonly process: PoolProcess; readonly lane: Lane }> = new Map();
  readonly #watch: Watch;
  readonly #wakefulness: Wakefulness = new Wakefulness(() => this.#places.size === 1);
  #lastAttempt = 0;
  #lastProgressAt = 0;
  #placing = false;

  constructor(settings: PoolSettings) {
    this.#recycleAfterCells = settings.recycleAfterCells;
    this.#fleet = new Fleet(settings, {
      onReady: () => this.#place(),
      onFrame: (process, lane, frame) => this.#onFrame(process, lane, frame),
      onExit: (process, exit) => this.#onExit(process, exit),
      onMaintained: () => {
        this.#keepAlive();
        this.#place();
      },
      onUnavailable: (cause) => this.#turnAway(cause),
    });
    this.#watch = new Watch({
      processes: this.#fleet.processes,
      queueLength: () => this.#queue.length,
      place: () => this.#place(),
      takeBack: (attempt, lane) => this.#takeBack(attempt, lane),
    });
    if (settings.prestart) this.#fleet.start();
  }

  /** Runs a cell as soon as there is room. */
  submit(client: CellClient): PooledCell {
    const begin = (losses: number): Attempt => {
      const attempt: Attempt = {
        id: ++this.#lastAttempt,
        client,
        restart: (afterLoss) => {
          current = begin(afterLoss ? losses + 1 : losses);
        },
        queuedAt: performance.now(),
        losses,
        sentAt: 0,
        processGrowthBytes: 0,
        started: false,
        calledTool: false,
        calledAt: 0,
        answeredAt: 0,
        unanswered: 0,
        timesAnswered: 0,
      };
      this.#enqueue(attempt);
      return attempt;
    };
    let current = begin(0);
    return {
      sendResults: (frame) => this.#sendResults(current, frame),
      requestYield: () => {
        const lane = this.#places.get(current.id)?.lane;
        lane?.send({ type: "cell/yield", cell: current.id });
        return lane !== undefined;
      },
      terminate: () => this.#terminate(current),
    };
  }

  /** Tells every runtime that a session is over. */
  closeSession(session: number): void {
    for (const process of this.#fleet.processes) for (const lane of process.lanes) lane.closeSession(session);
  }

  /** Ends every process; settles when the operating system has taken them all away. */
  async close(): Promise<void> {
    this.#watch.stop();
    this.#queue.length = 0;
    await this.#fleet.close();
  }

  /** Process ids of all runtimes that live; for diagnosis and tests. */
  pids(): readonly number[] {
    return [...this.#fleet.processes].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  #enqueue(attempt: Attempt): void {
    if (this.#fleet.closed) return;
    this.#queue.push(attempt);
    this.#fleet.need();
    this.#watch.start();
    this.#keepAlive();
    this.#place();
  }

  /** Gives waiting cells to lanes that are free, and starts what is missing. */
  #place(): void {
    const placed = placeAttempts(this.#queue, this.#fleet.processes, this.#lastProgressAt, (attempt, process, lane) => {
      this.#places.set(attempt.id, { process, lane });
      process.cells++;
      lane.execute(attempt);
      attempt.client.onStarted(attempt.losses > 0);
    });
    if (placed === 0 && this.#queue.length > 0 && this.#fleet.anyReady) this.#fleet.maintain();
  }

  /** The same, once for all that has just arrived. */
  #placeSoon(): void {
    if (this.#placing) return;
    this.#placing = true;
    setImmediate(() => {
      this.#placing = false;
      this.#place();
    });
  }

  #sendResults(attempt: Attempt, frame: Omit<ResultsFrame, "type" | "cell">): void {
    const lane = this.#places.get(attempt.id)?.lane;
    if (lane === undefined) return;
    lane.disturbed = true;
    const { calls, ok, lengths, payload } = frame;
    const results = { type: "cell/results", cell: attempt.id, calls, ok, lengths, payload } as const;
    const staysAwake = this.#wakefulness.onAnswers(attempt, calls.length);
    lane.send(staysAwake ? { ...results, alone: true } : results);
  }

  #terminate(attempt: Attempt): number {
    const waiting = this.#queue.indexOf(attempt);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    const place = this.#places.get(attempt.id);
    if (place !== undefined) {
      const { process, lane } = place;
      process.measure();
      const blames = lane.mayBeKeptBy(attempt);
      lane.send({ type: "cell/terminate", cell: attempt.id });
      lane.disturbed = true;
      this.#leave(attempt, lane);
      // A lane that runs the cell inline does not listen.
      if (lane.inline) this.#watch.expectSoon(lane, blames);
    }
    this.#keepAlive();
    return attempt.processGrowthBytes;
  }

  /** Takes an attempt back from a lane that has not got to it, to run it elsewhere. What that lane says of it is void. */
  #takeBack(attempt: Attempt, lane: Lane): void {
    lane.send({ type: "cell/terminate", cell: attempt.id });
    lane.release(attempt);
    this.#places.delete(attempt.id);
    attempt.restart(false);
  }

  #leave(attempt: Attempt, lane: Lane): void {
    lane.release(attempt);
    this.#places.delete(attempt.id);
    this.#lastProgressAt = performance.now();
  }

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
    // A lane answers this also for a cell that it has not begun.
    if (frame.type !== "cell/yielded" && !attempt.started) {
      lane.sawStart(attempt);
      // There is room for another one.
      if (this.#queue.length > 0) this.#placeSoon();
    }
    switch (frame.type) {
      case "cell/events":
        attempt.client.onEvents(frame.events);
        return;
      case "cell/calls":
        attempt.calledTool = true;
        this.#wakefulness.onCalls(attempt, frame.tools.length);
        attempt.client.onCalls(frame);
        return;
      case "cell/yielded":
        attempt.client.onYielded();
        return;
      case "cell/end":
        this.#leave(attempt, lane);
        attempt.client.onEnd(frame);
        if (process.cells >= this.#recycleAfterCells) this.#retire(process);
        this.#keepAlive();
        this.#place();
        return;
    }
  }

  #onExit(process: PoolProcess, exit: ProcessExit): void {
    const losses = describeLoss(process, exit);
    for (const lane of process.lanes) {
      for (const attempt of [...lane.residents.values()]) {
        this.#leave(attempt, lane);
        const { reason, detail } = losses(attempt);
        if (!this.#fleet.closed && mayRunAgain(attempt, reason)) attempt.restart(true);
        else attempt.client.onLost(reason, detail, lostMemoryBytes(attempt, reason));
      }
    }
  }

  /** Everybody who waits for a process is told that there is none. */
  #turnAway(cause: IsocellError): void {
    for (const attempt of this.#queue.splice(0)) attempt.client.onUnavailable(cause);
    this.#keepAlive();
  }

  #retire(process: PoolProcess): void {
    this.#fleet.retire(process);
    this.#watch.start();
    this.#watch.checkRetired(process);
  }

  /** An idle pool does not keep the embedder's process alive; one with cells in it does. */
  #keepAlive(): void {
    this.#fleet.keepAlive(this.#queue.length > 0 || this.#places.size > 0);
  }
}

/**
 * A cell that has called no tool left no trace outside: it can be run again, once, unseen. An attempt that nothing was
 * heard of may have gone to a process that was already dead, so it does not use that up, nor is a crash its fault
 * before it has happened twice; but what brings down every process that it is sent to ends too.
 */
function mayRunAgain({ calledTool, started, losses }: Attempt, reason: LossReason): boolean {
  if (calledTool) return false;
  if (reason === "lost") return losses === 0 || (!started && losses < MOST_LOSSES - 1);
  return reason === "crashed" && !started && losses === 0;
}

/** What is known of the memory of a cell whose process is gone: how much that grew, or that a limit was reached. */
function lostMemoryBytes(attempt: Attempt, reason: LossReason): number {
  const { memoryMb } = attempt.client.session.limits;
  const limitBytes = reason === "memory" && memoryMb !== null ? memoryMb * 1024 * 1024 : 0;
  return Math.max(attempt.processGrowthBytes, limitBytes);
}
