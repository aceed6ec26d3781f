import { IsocellError } from "../../protocol/index.ts";
import type { RuntimeFrame } from "../../protocol/index.ts";
import type { Lane } from "./lane.ts";
import { PoolProcess } from "./pool-process.ts";
import type { PoolProcessEvents } from "./pool-process.ts";
import type { ProcessExit } from "./runtime-process.ts";

/** Settings of a pool; see PoolOptions for their meaning. */
export interface PoolSettings {
  readonly processes: number;
  readonly threads: number;
  readonly warmIsolates: number;
  readonly recycleAfterCells: number;
  readonly memoryMb: number;
  readonly prestart: boolean;
}

/** What a fleet tells the pool whose cells its processes run. */
export interface FleetEvents {
  readonly onReady: () => void;
  readonly onFrame: (process: PoolProcess, lane: Lane, frame: RuntimeFrame) => void;
  /** A process is gone, and not yet replaced. */
  readonly onExit: (process: PoolProcess, exit: ProcessExit) => void;
  /** What is missing was started, as far as it can be. */
  readonly onMaintained: () => void;
  /** No process comes up, and none is there: whoever waits for one waits in vain. */
  readonly onUnavailable: (cause: IsocellError) => void;
}

/** Processes that end before they are ready, in a row, after which none is started until somebody needs one again. */
const MAX_FAILED_STARTS = 3;
/** After a process is ready, how long to leave the machine to the first cell before starting the shared one, in ms. */
const GROW_AFTER_MS = 150;

/** The runtime processes of a pool: how many there are, and what happens when they come and go. */
export class Fleet {
  readonly processes: Set<PoolProcess> = new Set();
  readonly #settings: PoolSettings;
  readonly #events: FleetEvents;
  #failedStarts = 0;
  #growTimer: NodeJS.Timeout | null = null;
  #started = false;
  #keptAlive = false;
  #closed = false;
  #allGone: (() => void) | null = null;

  constructor(settings: PoolSettings, events: FleetEvents) {
    this.#settings = settings;
    this.#events = events;
  }

  /** Starts the processes for single cells. */
  start(): void {
    this.#started = true;
    for (let i = 0; i < this.#settings.processes; i++) this.#spawn("exclusive");
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** While the first processes start, one more would only slow them down. */
  get anyReady(): boolean {
    for (const process of this.processes) if (process.ready) return true;
    return this.processes.size === 0;
  }

  /** Somebody has need of a process: where none was started, or starting one has failed, that is worth a try. */
  need(): void {
    if (!this.#started) this.start();
    if (this.#failedStarts < MAX_FAILED_STARTS) return;
    for (const process of this.processes) if (!process.ready) return;
    this.#failedStarts = 0;
  }

  /** Starts what is missing: the cells' processes first, then the one that any number of cells can share. */
  maintain(): void {
    if (this.#closed || this.#failedStarts >= MAX_FAILED_STARTS) return;
    const living = [...this.processes].filter((process) => process.retiredAt === null && process.killed === null);
    const exclusive = living.filter((process) => process.kind === "exclusive").length;
    const missing = this.#settings.processes - exclusive;
    for (let i = 0; i < missing; i++) this.#spawn("exclusive");
    if (living.length === exclusive) this.#spawn("shared");
  }

  /** Lets a process take no new cells, and starts another one. */
  retire(process: PoolProcess): void {
    if (process.retiredAt !== null) return;
    process.retiredAt = performance.now();
    this.maintain();
  }

  /** Whether the embedder's process stays alive for these: not for an idle pool, but for one with cells in it. */
  keepAlive(keep: boolean): void {
    if (keep === this.#keptAlive) return;
    this.#keptAlive = keep;
    for (const process of this.processes) process.keepAlive(keep);
  }

  /** Ends every process; settles when the operating system has taken them all away. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#growTimer !== null) clearTimeout(this.#growTimer);
    if (this.processes.size === 0) return;
    const gone = new Promise<void>((resolve) => {
      this.#allGone = resolve;
    });
    for (const process of this.processes) {
      process.keepAlive(true);
      process.kill({ reason: "retired", detail: "the host was closed" });
    }
    await gone;
  }

  readonly #processEvents: PoolProcessEvents = {
    onReady: () => {
      this.#failedStarts = 0;
      this.#growTimer ??= setTimeout(() => this.maintain(), GROW_AFTER_MS).unref();
      this.#events.onReady();
    },
    onFrame: (process, lane, frame) => this.#events.onFrame(process, lane, frame),
    onExit: (process, exit) => this.#onExit(process, exit),
  };

  #onExit(process: PoolProcess, exit: ProcessExit): void {
    this.processes.delete(process);
    if (!process.ready && (process.killed === null || process.killed.reason === "broken")) this.#failedStarts++;
    this.#events.onExit(process, exit);
    if (this.#closed) {
      if (this.processes.size === 0) this.#allGone?.();
      return;
    }
    if (this.#failedStarts >= MAX_FAILED_STARTS) {
      this.#giveUp(exit.stderr === "" ? `it ended with ${exit.signal ?? exit.code}` : exit.stderr);
    } else {
      this.maintain();
    }
    this.#events.onMaintained();
  }

  #spawn(kind: "exclusive" | "shared"): void {
    const { threads, memoryMb, warmIsolates } = this.#settings;
    const inline = kind === "exclusive" && threads === 1;
    const settings = { memoryMb, inline, warmIsolates: kind === "shared" ? 1 : warmIsolates };
    try {
      const process = new PoolProcess(kind, kind === "shared" ? 1 : threads, settings, this.#processEvents);
      this.processes.add(process);
      process.keepAlive(this.#keptAlive);
    } catch (error) {
      // The system refused at once, as it does when there are no file descriptors left. Whoever is in the middle of
      // asking for a process hears of it when it waits for one.
      this.#failedStarts = MAX_FAILED_STARTS;
      setImmediate(() => this.#giveUp(String(error)));
    }
  }

  #giveUp(words: string): void {
    if (this.#closed) return;
    for (const process of this.processes) if (process.kind === "exclusive" && process.usable) return;
    const message = `No runtime process could be started (run \`node -e "require('isolated-vm')"\` to see why): ${words}`;
    this.#events.onUnavailable(new IsocellError("runtime_unavailable", message));
  }
}
