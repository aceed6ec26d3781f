import { PollChoice } from "./poll-choice.ts";

/** How long the thread polls for a frame instead of sleeping, in ms: waking it up costs more than most tools take. */
const POLL_MS = 0.3;
/** The same while no other cell of the host's is under way: MCP servers take longer, and wait for two to be woken. */
const POLL_ALONE_MS = 1;
/** How long there must have been nothing to do before work that takes many milliseconds is begun, in ms. */
const REST_MS = 30;

/** What a lane does while it has nothing to do. */
export interface IdleSource {
  /** Whether a frame may come any moment and nothing else needs the thread. */
  readonly expectsFrame: () => boolean;
  /** Makes one isolate or context ahead of need; says whether more is missing. */
  readonly refill: () => boolean;
  /** Does longer work, if it is worth it and no cell would wait for it. */
  readonly rest: () => void;
}

/** The time between frames: a short while of polling, then isolates for later, one a turn of the event loop. */
export class IdleWork {
  readonly #source: IdleSource;
  /** Whether the host has no other cell under way, as far as it has said. */
  alone = false;
  readonly #choice: PollChoice = new PollChoice();
  #waitsSince: number | null = null;
  #pollUntil = 0;
  #refilling = false;
  #restTimer: NodeJS.Timeout | null = null;

  constructor(source: IdleSource) {
    this.#source = source;
  }

  /** Begins to wait for the answer to a call. It is often there at once, so that it is worth staying awake for a moment. */
  awaitAnswer(): void {
    const now = performance.now();
    this.#waitsSince = now;
    if (!this.#choice.polls) return;
    const polling = this.#pollUntil !== 0;
    this.#pollUntil = now + (this.alone ? POLL_ALONE_MS : POLL_MS);
    if (!polling) setImmediate(this.#pollOnce);
  }

  /** An answer has come. */
  answered(): void {
    if (this.#waitsSince !== null) this.#choice.waited(performance.now() - this.#waitsSince);
    this.#waitsSince = null;
  }

  /** Makes what is missing, but not while a frame may arrive any moment. */
  refillSoon(): void {
    if (this.#refilling) return;
    this.#refilling = true;
    setImmediate(this.#refillOnce);
  }

  readonly #pollOnce = (): void => {
    if (performance.now() < this.#pollUntil && this.#source.expectsFrame()) setImmediate(this.#pollOnce);
    else this.#pollUntil = 0;
  };

  readonly #refillOnce = (): void => {
    if (this.#pollUntil !== 0 || this.#source.refill()) {
      setImmediate(this.#refillOnce);
      return;
    }
    this.#refilling = false;
    this.#restTimer ??= setTimeout(this.#source.rest, REST_MS);
    this.#restTimer.refresh();
  };
}
