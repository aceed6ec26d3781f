import type { RuntimeFrame } from "../../protocol/index.ts";
import { Lane } from "./lane.ts";
import type { LaneSettings } from "./lane.ts";
import { residentBytes } from "./resident-memory.ts";
import { RuntimeProcess } from "./runtime-process.ts";
import type { ProcessExit } from "./runtime-process.ts";

/** Why the pool ended a process itself. */
export type KillCause = {
  readonly reason: "cpu" | "memory" | "terminated" | "retired" | "broken";
  readonly detail: string;
};

/** What a process tells the pool. */
export interface PoolProcessEvents {
  readonly onReady: (process: PoolProcess) => void;
  readonly onFrame: (process: PoolProcess, lane: Lane, frame: RuntimeFrame) => void;
  readonly onExit: (process: PoolProcess, exit: ProcessExit) => void;
}

/**
 * A runtime process with its lanes. In an `exclusive` one a cell that is alone runs on the lane's own thread; a
 * `shared` one never does that, so that it can always take another cell.
 */
export class PoolProcess {
  readonly kind: "exclusive" | "shared";
  readonly lanes: readonly Lane[];
  readonly #process: RuntimeProcess;
  readonly startedAt: number = performance.now();
  /** Resident bytes when it was ready. */
  baseBytes = 0;
  /** Most that the residents' limits came to since the process was last empty, in MB: memory is given back late. */
  #highestSumMb = 0;
  cells = 0;
  killed: KillCause | null = null;
  /** Takes no new cells since then, in performance.now() time. */
  retiredAt: number | null = null;
  exited = false;

  constructor(kind: "exclusive" | "shared", threads: number, settings: LaneSettings, events: PoolProcessEvents) {
    this.kind = kind;
    this.#process = new RuntimeProcess(threads, (exit) => {
      this.exited = true;
      for (const lane of this.lanes) lane.destroy();
      events.onExit(this, exit);
    });
    this.lanes = Array.from(
      { length: threads },
      (_, index) =>
        new Lane(this.#process.pipes(index), settings, {
          onReady: () => {
            if (!this.ready) return;
            this.baseBytes = residentBytes(this.#process.pid) ?? 0;
            events.onReady(this);
          },
          onFrame: (lane, frame) => events.onFrame(this, lane, frame),
          onBroken: (_lane, error) => this.kill({ reason: "broken", detail: error.message }),
        }),
    );
  }

  get ready(): boolean {
    return this.lanes.every((lane) => lane.ready);
  }

  get usable(): boolean {
    return this.ready && this.retiredAt === null && this.killed === null && !this.exited;
  }

  get residents(): number {
    let count = 0;
    for (const lane of this.lanes) count += lane.residents.size;
    return count;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Ends the process; the first cause stands. */
  kill(cause: KillCause): void {
    this.killed ??= cause;
    this.#process.kill();
  }

  /** Bytes this process may take before it counts as out of hand; null while nothing in it has a limit. */
  maxBytes(): number | null {
    let sum = 0;
    let largest = 0;
    for (const lane of this.lanes) {
      for (const { client } of lane.residents.values()) {
        const { memoryMb } = client.session.limits;
        if (memoryMb === null) return null;
        sum += memoryMb;
        largest = Math.max(largest, memoryMb);
      }
    }
    this.#highestSumMb = Math.max(this.#highestSumMb, sum);
    return this.baseBytes + (HEADROOM_MB + largest + Math.min(this.#highestSumMb, MAX_SUM_MB)) * 1024 * 1024;
  }

  /** Takes what an empty process holds as the base from now on: garbage and pages that V8 keeps for later. */
  rebase(): void {
    if (this.#highestSumMb === 0) return;
    this.#highestSumMb = 0;
    this.baseBytes = Math.max(this.baseBytes, this.residentBytes() ?? 0);
  }

  /** Notes how much the process has grown, for the cell that has it to itself. Returns the resident bytes. */
  measure(): number | null {
    const bytes = this.residentBytes();
    if (bytes === null || this.residents !== 1) return bytes;
    for (const lane of this.lanes) {
      for (const attempt of lane.residents.values()) {
        attempt.processGrowthBytes = Math.max(attempt.processGrowthBytes, bytes - this.baseBytes);
      }
    }
    return bytes;
  }

  residentBytes(): number | null {
    return residentBytes(this.#process.pid);
  }

  keepAlive(keep: boolean): void {
    this.#process.keepAlive(keep);
  }
}

/** Room for garbage that V8 has not collected yet, for warm isolates and for frames under way, in MB. */
const HEADROOM_MB = 192;
/** What many cells in one process may take together beyond that, in MB: few ever use their limit. */
const MAX_SUM_MB = 2048;
