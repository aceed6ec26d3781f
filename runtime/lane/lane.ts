import type {
  ExecuteFrame,
  HelloFrame,
  HostFrame,
  ResultsFrame,
  RuntimeFrame,
  WireError,
} from "../../protocol/index.ts";
import { Engine } from "../isolate/engine.ts";
import type { EntryEnd } from "../isolate/engine.ts";
import { loadSource } from "../isolate/source.ts";
import { answerBridge } from "../bridge/bridge.ts";
import type { BridgeSinks } from "../bridge/bridge.ts";
import { cpuError, DEADLOCK, doneError, memoryError, sourceFailure } from "./cell/cell-errors.ts";
import { close, splitClosing, storedPairs } from "./cell/closing.ts";
import { CpuSweep } from "./cell/cpu-sweep.ts";
import { IdleWork } from "./idle-work.ts";
import { IsolatePool } from "./isolate-pool.ts";
import { LaneCell } from "./cell/lane-cell.ts";
import { resultsEntry } from "./cell/results-entry.ts";
import { LaneState } from "./lane-state.ts";
import { WaitingLine } from "./waiting-line.ts";

/** How long a cell in which nothing is pending is given before it is called a deadlock, in ms. */
const DEADLOCK_MS = 1000;
/** How long a stopped isolate is given to stop before the host is told that it does not, in ms. */
const STUCK_MS = 200;
/** isolated-vm keeps every timeout until it is due, even of an entry that is over: arm at most one per this, in ms. */
const ARM_INTERVAL_MS = 5;

/** isolated-vm knows no isolate without a limit; this is as good as none on any machine of today. */
const UNLIMITED_MB = 16_384;

/**
 * One worker thread's cells. A cell that is alone runs on this thread (the fastest way, and the host makes sure that
 * nothing else is in the process); cells that share the lane run on threads of isolated-vm, so that none blocks another.
 */
export class Lane {
  readonly #send: (frame: RuntimeFrame) => void;
  readonly #inline: boolean;
  readonly #engine: Engine;
  readonly #isolates: IsolatePool;
  readonly #idle: IdleWork;
  readonly #sinks: BridgeSinks;
  readonly #state: LaneState = new LaneState();
  readonly #cells: Map<number, LaneCell> = new Map();
  readonly #slots: Map<number, LaneCell> = new Map();
  readonly #line: WaitingLine = new WaitingLine((frame) => this.#start(frame));
  readonly #sweep: CpuSweep = new CpuSweep(
    () => this.#cells.values(),
    (cell) => this.#end(cell, cpuError(cell)),
  );
  #lastArmed = 0;

  constructor(hello: HelloFrame, send: (frame: RuntimeFrame) => void) {
    this.#send = send;
    this.#inline = hello.inline;
    this.#engine = new Engine((slot, operation, a, b, c, d) => this.#onBridge(slot, operation, a, b, c, d));
    this.#sinks = this.#makeSinks(this.#engine.webSource);
    this.#isolates = new IsolatePool(this.#engine, {
      warmIsolates: hello.warmIsolates,
      memoryMb: hello.memoryMb,
      // A thread that V8 put to sleep for ever must not be this one: where cells run inline, V8 may abort instead.
      onOutOfMemory: hello.inline ? null : (slot) => this.#onOutOfMemory(slot),
    });
    this.#idle = new IdleWork({
      // While another cell waits, an isolate for it is the better use of the time.
      expectsFrame: () => this.#cells.size === 1 && this.#line.length === 0,
      refill: () => this.#isolates.refill(),
      rest: () => {
        if (this.#cells.size === 0) this.#isolates.makeSnapshot();
      },
    });
    this.#idle.refillSoon();
  }

  /** Handles one frame. Throws when the host breaks the protocol. */
  receive(frame: HostFrame): void {
    switch (frame.type) {
      case "connection/ping":
        this.#answerPing(frame.nonce);
        return;
      case "session/close":
        this.#state.receive(frame);
        this.#isolates.forget(frame.session);
        return;
      case "cell/execute":
        this.#execute(frame);
        return;
      case "cell/results":
        this.#deliver(frame);
        return;
      case "cell/yield":
        // Whatever the cell emitted before now went out before this does.
        this.#send({ type: "cell/yielded", cell: frame.cell });
        return;
      case "cell/terminate":
        this.#terminate(frame.cell);
        return;
      default:
        if (!this.#state.receive(frame)) throw new Error(`${frame.type} is out of place`);
    }
  }

  #execute(frame: ExecuteFrame): void {
    this.#state.admit(frame);
    if (this.#cells.has(frame.cell) || this.#line.has(frame.cell)) throw new Error("cell/execute names a cell twice");
    if (this.#inline && (this.#cells.size > 0 || this.#line.length > 0)) this.#line.add(frame);
    else this.#start(frame);
  }

  #start(frame: ExecuteFrame): void {
    const session = this.#state.session(frame.session);
    const catalog = this.#state.catalog(frame.catalog);
    // Closed while the cell waited in line; the host has forgotten it.
    if (session === undefined || catalog === undefined) {
      this.#line.startNext();
      return;
    }
    const { memoryMb } = session.limits;
    const ready = this.#isolates.take(memoryMb ?? UNLIMITED_MB, session.isolation === "session" ? session.id : null);
    const cell = new LaneCell(frame.cell, session, catalog, ready);
    this.#idle.cellBegins();
    this.#cells.set(cell.id, cell);
    this.#slots.set(ready.slot, cell);
    try {
      this.#isolates.start(ready, session.settingsFor(frame.source, this.#engine.namesWebGlobal(frame.source)));
      loadSource(ready.context, frame.source);
    } catch (error) {
      this.#end(cell, sourceFailure(error, ready.isolate.disposed));
      return;
    }
    if (this.#runsInline(cell)) this.#after(cell, ready.context.mainInline(this.#arm(cell, true)));
    else {
      // It can be stopped before it stands still again.
      cell.measureMemory();
      this.#track(cell, ready.context.mainAsync());
    }
  }

  #deliver(frame: ResultsFrame): void {
    const cell = this.#cells.get(frame.cell);
    // The cell may have ended while the results were on their way.
    if (cell === undefined || cell.ended) return;
    this.#idle.answered(frame.alone === true);
    cell.pendingCalls -= frame.calls.length;
    const [operation, a] = resultsEntry(frame);
    this.#enter(cell, operation, a, frame.payload);
  }

  #enter(cell: LaneCell, operation: string, a: string | number, b: string): void {
    if (cell.deadlockTimer !== null) clearTimeout(cell.deadlockTimer);
    cell.deadlockTimer = null;
    const { context } = cell.ready;
    if (this.#runsInline(cell)) this.#after(cell, context.enterInline(operation, a, b, this.#arm(cell, false)));
    else this.#track(cell, context.enterAsync(operation, a, b));
  }

  #runsInline(cell: LaneCell): boolean {
    return this.#inline && this.#cells.size === 1 && cell.running === 0;
  }

  /** The timeout for an inline entry. Later entries go without one when the last is recent: the host watches, too. */
  #arm(cell: LaneCell, always: boolean): number | undefined {
    const now = performance.now();
    if (!always && now - this.#lastArmed < ARM_INTERVAL_MS) return undefined;
    this.#lastArmed = now;
    return cell.cpuLeftMs();
  }

  #track(cell: LaneCell, entry: Promise<EntryEnd>): void {
    cell.running++;
    this.#sweep.start();
    void entry.then((end) => {
      cell.running--;
      this.#after(cell, end);
    });
  }

  /** Looks at a cell after its code has stopped running for now. */
  #after(cell: LaneCell, end: EntryEnd): void {
    if (cell.ended || cell.running > 0) return;
    if (cell.exited !== null) this.#end(cell, null);
    else if (end === "gone") this.#end(cell, memoryError(cell));
    else if (end === "timed-out" && cell.cpuLeftMs() === 1) this.#end(cell, cpuError(cell));
    else if (cell.done !== null) this.#end(cell, doneError(cell.done));
    else this.#rest(cell);
  }

  /** What is done with a cell that waits now. */
  #rest(cell: LaneCell): void {
    cell.measureMemoryNowAndThen();
    if (cell.deadlocked) cell.deadlockTimer ??= setTimeout(() => this.#end(cell, DEADLOCK), DEADLOCK_MS);
    else if (cell.pendingCalls > 0 && this.#cells.size === 1 && this.#line.length === 0) this.#idle.awaitAnswer();
  }

  #end(cell: LaneCell, reason: WireError | null): void {
    if (cell.ended) return;
    const { ready } = cell;
    const [unsent, cut, stored] = splitClosing(cell.exited ?? close(cell));
    const inGoodOrder = cell.exited === null && !ready.isolate.disposed && cell.running === 0;
    // What a cell stored can be too much for its isolate once more.
    const error = cell.exited === null && ready.isolate.disposed && reason === null ? memoryError(cell) : reason;
    cell.measureAtEnd(error?.code === "memory");
    const cutBytes = cell.cutBytes + cut;
    if (cutBytes > 0) this.#send({ type: "cell/events", cell: cell.id, events: [["cut", cutBytes]] });
    this.#forget(cell);
    this.#send({
      type: "cell/end",
      cell: cell.id,
      error,
      stored: storedPairs(stored),
      cpuMicros: cell.cpuMicros(),
      memoryBytes: cell.memoryPeakBytes,
      unsent,
    });
    const keep =
      inGoodOrder && cell.session.isolation === "session" && this.#state.session(cell.session.id) !== undefined;
    if (keep && (error === null || error.code === "script")) this.#isolates.park(cell.session.id, ready);
    else this.#stop(cell);
    this.#line.startNext();
    this.#idle.refillSoon();
  }

  #terminate(id: number): void {
    const cell = this.#cells.get(id);
    if (this.#line.remove(id) || cell === undefined) return;
    this.#forget(cell);
    this.#stop(cell);
    this.#line.startNext();
    this.#idle.refillSoon();
  }

  #forget(cell: LaneCell): void {
    cell.ended = true;
    cell.clearTimers();
    this.#cells.delete(cell.id);
    this.#slots.delete(cell.ready.slot);
  }

  /** Disposes of a cell's isolate and tells the host if that does not stop it. */
  #stop(cell: LaneCell): void {
    cell.ready.isolate.dispose();
    if (cell.running === 0) return;
    setTimeout(() => {
      if (cell.running > 0) this.#send({ type: "cell/stuck", cell: cell.id });
    }, STUCK_MS);
  }

  #onOutOfMemory(slot: number): void {
    const cell = this.#slots.get(slot);
    if (cell === undefined) return;
    const { id } = cell;
    this.#end(cell, memoryError(cell));
    this.#send({ type: "cell/stuck", cell: id });
  }

  #onBridge(
    slot: number,
    operation: string,
    a: string | number,
    b: string,
    c: string,
    d: string,
  ): string | number | boolean | undefined {
    const cell = this.#slots.get(slot);
    if (cell === undefined || cell.ended) return undefined;
    try {
      return answerBridge(cell, operation, a, b, c, d, this.#sinks);
    } catch {
      return undefined;
    }
  }

  #makeSinks(webSource: string): BridgeSinks {
    return {
      webSource,
      event: (cell, event) => this.#send({ type: "cell/events", cell: cell.id, events: [event] }),
      calls: (cell, batch) => {
        cell.pendingCalls += batch.tools.length;
        this.#send({ type: "cell/calls", cell: cell.id, ...batch });
      },
      timer: (cell, timer, delayMs) => {
        cell.timers.set(
          timer,
          setTimeout(() => {
            cell.timers.delete(timer);
            this.#enter(cell, "timer", timer, "");
          }, delayMs),
        );
      },
    };
  }

  #answerPing(nonce: number): void {
    const running = [...this.#cells.values()].filter((cell) => cell.running > 0).map((cell) => cell.id);
    const waiting = this.#line.cells();
    this.#send({ type: "connection/pong", nonce, running, ...(waiting.length === 0 ? {} : { waiting }) });
  }
}
