import { Awake, AWAKE_MS } from "../../protocol/index.ts";

/** The shortest sleep there is, in ms. The operating system makes some 50 µs of it. */
const NAP_MS = 0.001;
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

/** The time between frames: a short while awake, then isolates for later, one a turn of the event loop. */
export class IdleWork {
  readonly #source: IdleSource;
  readonly #awake: Awake;
  readonly #nap: Int32Array = new Int32Array(new SharedArrayBuffer(4));
  #staysAwake = false;
  #hostAwakeUntil = 0;
  #refilling = false;
  #restTimer: NodeJS.Timeout | null = null;

  constructor(source: IdleSource) {
    this.#source = source;
    this.#awake = new Awake(source.expectsFrame);
  }

  /** A cell begins: whether staying awake for its answers is of use comes with the first of them. */
  cellBegins(): void {
    this.answered(false);
  }

  /** An answer has come, and with it whether to stay awake for the next one. */
  answered(stayAwake: boolean): void {
    // The host does the same where it can expect this thread to be awake.
    this.#hostAwakeUntil = stayAwake && this.#awake.stays ? performance.now() + AWAKE_MS : 0;
    this.#staysAwake = stayAwake;
    this.#awake.stop();
  }

  /** Begins to wait for the answer to a call. */
  awaitAnswer(): void {
    if (!this.#staysAwake) return;
    // A host that was asleep may have been woken on this processor, and would wait for as long as this thread stays awake.
    if (performance.now() > this.#hostAwakeUntil) Atomics.wait(this.#nap, 0, 0, NAP_MS);
    this.#awake.stay(AWAKE_MS);
  }

  /** Makes what is missing, but not while a frame may arrive any moment. */
  refillSoon(): void {
    if (this.#refilling) return;
    this.#refilling = true;
    setImmediate(this.#refillOnce);
  }

  readonly #refillOnce = (): void => {
    if (this.#awake.stays || this.#source.refill()) {
      setImmediate(this.#refillOnce);
      return;
    }
    this.#refilling = false;
    this.#restTimer ??= setTimeout(this.#source.rest, REST_MS);
    this.#restTimer.refresh();
  };
}
