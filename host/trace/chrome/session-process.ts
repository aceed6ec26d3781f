import { visible } from "../../events/visible.ts";
import type { ChromeSink } from "./chrome-event.ts";
import { Track } from "./track.ts";
import type { Lane } from "./track.ts";

/** Room for the lanes of a track in the order of threads. */
const LANES_A_TRACK = 1_000;
/** Far from process ids: a thread that has its process's number counts as its main thread. */
const FIRST_TID = 1_000_000;

/** A call that has begun. */
export interface OpenCall {
  readonly name: string;
  readonly beganAt: number;
  readonly lane: Lane;
  readonly track: Track;
  /** The cell that made it; null for direct calls. */
  readonly cell: CellTrack | null;
  readonly args: Readonly<Record<string, string | number | null>>;
}

/** The calls of one cell, and the cell itself. */
export interface CellTrack {
  readonly id: string;
  readonly track: Track;
  openCalls: number;
  /** Null before it begins. Its own lane is shared with those of its calls that lie within it. */
  run: { readonly lane: Lane; readonly beganAt: number; endedAt: number | null; readonly sourceBytes: number } | null;
}

/** Hands out numbers and names of threads and processes. */
export class Numbers {
  readonly #sink: ChromeSink;
  #lastPid = 0;
  #lastTid: number = FIRST_TID - 1;

  constructor(sink: ChromeSink) {
    this.#sink = sink;
  }

  process(name: string): number {
    const pid = ++this.#lastPid;
    const tid = pid;
    this.#sink({ ph: "M", name: "process_name", pid, tid, args: { name } });
    this.#sink({ ph: "M", name: "process_sort_index", pid, tid, args: { sort_index: pid } });
    return pid;
  }

  thread(pid: number, name: string, order: number): number {
    const tid = ++this.#lastTid;
    this.#sink({ ph: "M", name: "thread_name", pid, tid, args: { name } });
    this.#sink({ ph: "M", name: "thread_sort_index", pid, tid, args: { sort_index: order } });
    return tid;
  }
}

/** A session as a process of the picture, with its rows: steps, direct calls, and one for each cell. */
export class SessionProcess {
  readonly pid: number;
  readonly calls: Map<string, OpenCall> = new Map();
  readonly cells: Map<string, CellTrack> = new Map();
  readonly steps: Track;
  readonly direct: Track;
  /** For what belongs to a call or cell of which nothing else is known. */
  readonly others: Track;
  readonly #numbers: Numbers;
  #lastTrack = 0;

  constructor(name: string, numbers: Numbers) {
    this.#numbers = numbers;
    this.pid = numbers.process(name);
    this.steps = this.#track("steps");
    this.direct = this.#track("direct calls");
    this.others = this.#track("others");
  }

  /** The row of a cell, made when it is first needed. */
  cell(id: string): CellTrack {
    let cell = this.cells.get(id);
    if (cell === undefined) {
      cell = { id, track: this.#track(`cell ${visible(id, 60)}`), openCalls: 0, run: null };
      this.cells.set(id, cell);
    }
    return cell;
  }

  /** Forgets a cell once neither it nor a call of it is under way. */
  release(cell: CellTrack): void {
    const running = cell.run !== null && cell.run.endedAt === null;
    if (!running && cell.openCalls === 0 && this.cells.get(cell.id) === cell) this.cells.delete(cell.id);
  }

  #track(name: string): Track {
    const order = this.#lastTrack++ * LANES_A_TRACK;
    return new Track((lane) =>
      this.#numbers.thread(
        this.pid,
        lane === 0 ? name : `${name} (${lane + 1})`,
        order + Math.min(lane, LANES_A_TRACK - 1),
      ),
    );
  }
}
