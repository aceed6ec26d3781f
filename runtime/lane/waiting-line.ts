import type { ExecuteFrame } from "../../protocol/index.ts";

/**
 * How long a cell waits for the ones before it to end, in ms. Most calls are answered sooner than that, and a cell that
 * runs after another on this thread costs less than one that runs beside it on a thread of isolated-vm.
 */
const PATIENCE_MS = 4;

/** Cells that have arrived on a lane while another is there, in order, each for a short time. */
export class WaitingLine {
  readonly #start: (frame: ExecuteFrame) => void;
  readonly #frames: Map<number, ExecuteFrame> = new Map();
  #timer: NodeJS.Timeout | null = null;
  #starting = false;

  constructor(start: (frame: ExecuteFrame) => void) {
    this.#start = start;
  }

  get length(): number {
    return this.#frames.size;
  }

  /** Cells that wait, in order. */
  cells(): readonly number[] {
    return [...this.#frames.keys()];
  }

  has(cell: number): boolean {
    return this.#frames.has(cell);
  }

  add(frame: ExecuteFrame): void {
    this.#frames.set(frame.cell, frame);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      while (this.#frames.size > 0) this.#startFirst();
    }, PATIENCE_MS);
  }

  /** Forgets a cell; false if it does not wait here. */
  remove(cell: number): boolean {
    const found = this.#frames.delete(cell);
    this.#disarmIfEmpty();
    return found;
  }

  /** Starts the first one, if any, as soon as this thread is done with what it does now. */
  startNext(): void {
    if (this.#frames.size === 0 || this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#startFirst();
    });
  }

  #startFirst(): void {
    const [frame] = this.#frames.values();
    if (frame === undefined) return;
    this.#frames.delete(frame.cell);
    this.#disarmIfEmpty();
    this.#start(frame);
  }

  /** The next cell that comes here has its own time to wait. */
  #disarmIfEmpty(): void {
    if (this.#frames.size > 0 || this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}
