import type { Limits } from "../../protocol/index.ts";

/** Node's timers cannot wait longer. */
const MAX_TIMER_MS = 2_147_483_647;
/** Shortest pause between two looks at an idle cell, in ms. */
const MIN_IDLE_CHECK_MS = 10;

/** What the clock asks and tells. */
export interface ClockedCell {
  readonly pendingCalls: () => number;
  /** A limit is over: what the script did too long, and the limit's name and value. */
  readonly onLimit: (code: "wall" | "idle", did: string, limit: "wallMs" | "idleMs", ms: number) => void;
}

/** Watches how long a cell exists, and how long nothing happens in it but waiting for tools. */
export class CellClock {
  readonly #cell: ClockedCell;
  #wallTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #lastActivityAt = 0;

  constructor(cell: ClockedCell) {
    this.#cell = cell;
  }

  start({ wallMs, idleMs }: Limits): void {
    this.touch();
    if (wallMs !== null) this.#wallTimer = timer(wallMs, () => this.#cell.onLimit("wall", "existed", "wallMs", wallMs));
    if (idleMs !== null) this.#idleTimer = timer(idleMs, () => this.#checkIdle(idleMs));
  }

  /** Something happened. */
  touch(): void {
    this.#lastActivityAt = performance.now();
  }

  stop(): void {
    if (this.#wallTimer !== null) clearTimeout(this.#wallTimer);
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
  }

  #checkIdle(idleMs: number): void {
    const quietMs = performance.now() - this.#lastActivityAt;
    if (quietMs >= idleMs && this.#cell.pendingCalls() > 0) {
      this.#cell.onLimit("idle", "did nothing but wait for tool calls", "idleMs", idleMs);
    } else {
      this.#idleTimer = timer(Math.max(MIN_IDLE_CHECK_MS, idleMs - quietMs), () => this.#checkIdle(idleMs));
    }
  }
}

function timer(ms: number, then: () => void): NodeJS.Timeout {
  return setTimeout(then, Math.min(ms, MAX_TIMER_MS)).unref();
}
