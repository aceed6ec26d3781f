import type { ToolProgress } from "../../../tools/index.ts";
import { LinkedSet } from "../../under-way/linked-set.ts";
import type { Linked } from "../../under-way/linked-set.ts";
import { CallClock } from "../calls/call-clock.ts";
import type { CallLimits } from "../calls/call-clock.ts";
import { NO_TIMEOUT_MS } from "../sdk.ts";
import { CallSignal } from "./call-signal.ts";

/**
 * One call that is under way. It is also what the SDK is given as the options of its request, of which it reads `timeout`,
 * `signal` and `onprogress`. A class, because V8 makes literals of one place in its old generation from the start where most
 * of them live long, and there an ended call would keep all that belonged to it until that is collected.
 */
export class OpenCall implements Linked<OpenCall> {
  before: OpenCall | null = null;
  after: OpenCall | null = null;
  /** Its {@link CallClock} measures it. */
  readonly timeout: number = NO_TIMEOUT_MS;
  readonly ending: CallSignal = new CallSignal();
  readonly onprogress: (progress: unknown) => void;
  readonly clock: CallClock;
  /** Id of the session it belongs to, if it belongs to one. */
  readonly session: unknown;

  constructor(limits: CallLimits, session: unknown, onProgress: (progress: ToolProgress) => void) {
    this.session = session;
    this.clock = new CallClock(limits, this.ending);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- an option of the SDK's, not a target of events
    this.onprogress = (progress) => {
      this.clock.touch();
      onProgress(progress as ToolProgress);
    };
  }

  /** All that a request of the SDK uses of a signal. */
  get signal(): AbortSignal {
    return this.ending as unknown as AbortSignal;
  }
}

/** The calls of a connection. Their clocks stand still while the server has somebody asked. */
export class OpenCalls {
  readonly #calls: LinkedSet<OpenCall> = new LinkedSet();
  #questions = 0;

  /** Ids of the sessions that have calls under way. */
  get sessions(): readonly string[] {
    const ids = this.#calls.items().map(({ session }) => session);
    return [...new Set(ids)].filter((id) => typeof id === "string");
  }

  add(call: OpenCall): void {
    this.#calls.add(call);
    if (this.#questions > 0) call.clock.pause();
  }

  delete(call: OpenCall): void {
    this.#calls.delete(call);
  }

  /** Asks somebody on behalf of the server. */
  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions += 1;
    for (const { clock } of this.#calls.items()) clock.pause();
    try {
      return await ask();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) for (const { clock } of this.#calls.items()) clock.resume();
    }
  }
}
