import type { LaneCell } from "./lane-cell.ts";

/** How often the CPU time of cells on other threads is looked at, in ms. */
const SWEEP_MS = 50;

/** Watches the CPU time of cells whose code runs on threads of isolated-vm, as long as there are any. */
export class CpuSweep {
  readonly #cells: () => Iterable<LaneCell>;
  readonly #onOver: (cell: LaneCell) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(cells: () => Iterable<LaneCell>, onOver: (cell: LaneCell) => void) {
    this.#cells = cells;
    this.#onOver = onOver;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), SWEEP_MS);
  }

  #look(): void {
    let running = false;
    for (const cell of this.#cells()) {
      if (cell.running === 0) continue;
      running = true;
      if (cell.cpuLeftMs() === 1) this.#onOver(cell);
    }
    if (running || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
