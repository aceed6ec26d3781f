/** A thread of the picture on which at most one call runs at a time. */
export interface Lane {
  readonly index: number;
  readonly tid: number;
  /** Whether something runs on it that has not ended. */
  open: boolean;
  /** Where the last of what ended on it ends, in µs. */
  busyUntil: number;
}

/** Lanes that are looked at for a free one; only events far out of order meet so many that are not. */
const MAX_TRIES = 256;

/** Makes the thread for a lane of a track; lanes count from 0. */
export type MakeThread = (lane: number) => number;

/**
 * One row of the picture, made of as many lanes as things overlap on it. Viewers nest what overlaps on one thread, so
 * nothing on a lane does, whatever order and times the events come in.
 */
export class Track {
  readonly #makeThread: MakeThread;
  readonly #lanes: Lane[] = [];
  /** All lanes before it are open. Keeps ten thousand calls at once from looking at each other. */
  #first = 0;

  constructor(makeThread: MakeThread) {
    this.#makeThread = makeThread;
  }

  /** The first lane that is free from a time on, but for `except`. The caller marks it as open, or as used. */
  free(from: number, except?: Lane): Lane {
    while (this.#lanes[this.#first]?.open === true) this.#first += 1;
    const end = Math.min(this.#lanes.length, this.#first + MAX_TRIES);
    for (let index = this.#first; index < end; index++) {
      const lane = this.#lanes[index];
      if (lane !== undefined && lane !== except && !lane.open && lane.busyUntil <= from) return lane;
    }
    return this.add(0);
  }

  /** Gives a lane back that was open. */
  close(lane: Lane): void {
    lane.open = false;
    this.#first = Math.min(this.#first, lane.index);
  }

  /** A new lane, to be used from a time on. */
  add(busyUntil: number): Lane {
    const index = this.#lanes.length;
    const lane = { index, tid: this.#makeThread(index), open: false, busyUntil };
    this.#lanes.push(lane);
    return lane;
  }

  /** The thread for what lasts no time. */
  get tid(): number {
    return (this.#lanes[0] ?? this.add(0)).tid;
  }
}
