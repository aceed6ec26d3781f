import { MAX_PAYLOAD_BYTES } from "../../protocol/index.ts";
import type { CallsFrame, CellEvent, EndFrame, OutcomeErrorCode, WireError } from "../../protocol/index.ts";
import type { ContentItem } from "../../tools/index.ts";
import type { CellError, Outcome } from "../outcome.ts";
import type { CellClient, LossReason } from "../pool/attempt.ts";
import type { PooledCell, RuntimePool } from "../pool/pool.ts";
import { reportError } from "./error-report.ts";
import { NestedCalls } from "./nested-calls.ts";
import type { CallRunner } from "./nested-calls.ts";
import { Observation } from "./observation.ts";
import { CellClock } from "./cell-clock.ts";
import { Flushes } from "./flushes.ts";
import { lossText, RUN_AGAIN } from "./endings.ts";
import type { CellEnding, Ending } from "./endings.ts";
import type { CellSession } from "./cell-session.ts";

/** What an observer is given; the session makes the outcome's content of it. */
export interface CellAnswer extends Outcome {
  readonly error?: CellError;
}

interface Observer {
  readonly observation: Observation;
  /** Which of the cell's flushes is the first that was asked for on its behalf. */
  readonly firstFlush: number;
  readonly resolve: (answer: CellAnswer) => void;
  readonly reject: (cause: Error) => void;
}

/**
 * One run of one script, as the host sees it: what it emitted and nobody has read yet, its calls, its clock, whoever
 * observes it, and how it ended.
 */
export class Cell {
  readonly id: string;
  readonly #session: CellSession;
  readonly #source: string;
  readonly #toolNames: () => readonly string[];
  readonly #calls: NestedCalls;
  readonly #submittedAt: number = performance.now();
  #startedAt: number | null = null;
  #pooled: PooledCell | null = null;
  #unread: ContentItem[] = [];
  readonly #warnings: string[] = [];
  #observer: Observer | null = null;
  readonly #flushes: Flushes = new Flushes();
  #ending: Ending | null = null;
  #cpuMs = 0;
  #memoryBytes = 0;
  #heard = false;
  readonly #clock: CellClock = new CellClock({
    pendingCalls: () => this.#calls.ledger.pending,
    onLimit: (code, did, limit, ms) => {
      if (this.#ending !== null) return;
      this.#stop();
      this.#fail(code, `The script ${did} for more than ${ms} ms (limit ${limit}).`);
    },
  });
  readonly #onEnded: (ending: CellEnding) => void;

  constructor(
    id: string,
    source: string,
    session: CellSession,
    options: { runner: CallRunner; toolNames: () => readonly string[]; onEnded: (ending: CellEnding) => void },
  ) {
    this.id = id;
    this.#source = source;
    this.#session = session;
    this.#toolNames = options.toolNames;
    this.#onEnded = options.onEnded;
    this.#calls = new NestedCalls(id, options.runner, {
      submittedAt: this.#submittedAt,
      payloadBytes: session.link.limits.payloadBytes,
      sendResults: (frame) => {
        this.#clock.touch();
        this.#pooled?.sendResults(frame);
      },
    });
  }

  /** Hands the cell to the pool. */
  start(pool: RuntimePool, catalog: CellClient["catalog"]): void {
    if (this.#source.length * 3 > MAX_PAYLOAD_BYTES && Buffer.byteLength(this.#source) > MAX_PAYLOAD_BYTES) {
      const bytes = Buffer.byteLength(this.#source);
      const text = `The source is ${bytes} bytes long, the most that the largest frame carries is ${MAX_PAYLOAD_BYTES}.`;
      this.#fail("source_too_large", text);
      return;
    }
    this.#clock.start(this.#session.link.limits);
    this.#pooled = pool.submit({
      session: this.#session.link,
      catalog,
      source: this.#source,
      onStarted: (again) => {
        this.#startedAt = performance.now();
        this.#flushes.forget();
        this.#observer?.observation.start();
        if (!again) return;
        // What the lost attempt emitted is void; if somebody has read it already they are told.
        this.#unread = [];
        if (!this.#warnings.includes(RUN_AGAIN)) this.#warnings.push(RUN_AGAIN);
      },
      onEvents: (events) => this.#onEvents(events),
      onCalls: (frame) => this.#onCalls(frame),
      onYielded: () => {
        // One that an earlier observer has asked for, and did not wait for to the end, says nothing to this one.
        if (this.#flushes.next() >= (this.#observer?.firstFlush ?? 0)) this.#answer();
      },
      onEnd: (frame) => this.#onEnd(frame),
      onLost: (reason, detail, memoryBytes) => this.#onLost(reason, detail, memoryBytes),
      onUnavailable: (cause) => this.#giveUp(cause),
    });
  }

  get ended(): boolean {
    return this.#ending !== null;
  }

  get observed(): boolean {
    return this.#observer !== null;
  }

  get progress(): { readonly calls: number; readonly pending: number } {
    return { calls: this.#calls.ledger.made, pending: this.#calls.ledger.pending };
  }

  /**
   * Waits for the end, for the script's `yield_control`, or for the time to be over, and gives what is new. At most one
   * observer at a time.
   */
  observe(yieldTimeMs: number | null): Promise<CellAnswer> {
    if (this.#ending !== null) return Promise.resolve(this.#take(this.#ending));
    if (yieldTimeMs === 0) return Promise.resolve(this.#take(null));
    return new Promise((resolve, reject) => {
      const observation = new Observation(yieldTimeMs, {
        requestFlush: () => {
          if (this.#pooled?.requestYield() === true) this.#flushes.ask();
        },
        heard: () => this.#heard,
        answer: () => this.#answer(),
      });
      this.#observer = { observation, firstFlush: this.#flushes.asked, resolve, reject };
      if (this.#startedAt !== null) observation.start();
    });
  }

  /** Answers the observer, if there is one, soon and with what there is; the script goes on. */
  yieldNow(): void {
    this.#observer?.observation.yieldNow();
  }

  /** Stops the script and cancels its calls. A cell that has ended stays as it ended. */
  terminate(): CellAnswer {
    const ending: Ending = this.#ending ?? { status: "terminated" };
    if (this.#ending === null) {
      this.#stop();
      this.#finish(ending, false);
    }
    const answer = this.#take(ending);
    this.#settleObserver(answer);
    return answer;
  }

  #stop(): void {
    this.#memoryBytes = this.#pooled?.terminate() ?? 0;
  }

  #onEvents(events: readonly CellEvent[]): void {
    if (this.#ending !== null) return;
    this.#clock.touch();
    this.#heard = true;
    for (const event of events) {
      switch (event[0]) {
        case "text":
          this.#emit({ type: "text", text: event[1] });
          break;
        case "image":
          this.#emit({ type: "image", imageUrl: event[1], detail: event[2] as "high" });
          break;
        case "audio":
          this.#emit({ type: "audio", audioUrl: event[1] });
          break;
        case "notify":
          this.#session.notify(this.id, event[1]);
          break;
        case "yield":
          this.#answer();
          break;
        case "cut":
          this.#warnings.push(
            `Output was cut at ${this.#session.link.limits.outputBytes} bytes (limit outputBytes); ${event[1]} more were left out.`,
          );
          break;
      }
    }
  }

  #emit(item: ContentItem): void {
    this.#unread.push(item);
    this.#session.emit(this.id, item);
  }

  #onCalls(frame: CallsFrame): void {
    if (this.#ending !== null) return;
    this.#clock.touch();
    this.#heard = true;
    this.#calls.run(frame);
  }

  #onEnd(frame: EndFrame): void {
    if (this.#ending !== null) return;
    this.#cpuMs = frame.cpuMicros / 1000;
    this.#memoryBytes = frame.memoryBytes;
    const left = this.#calls.ledger.pendingNames();
    if (frame.error === null && left.length > 0) {
      const count = this.#calls.ledger.pending;
      this.#warnings.push(
        `The script ended without waiting for ${count} call${count === 1 ? "" : "s"}: ${left.join(", ")}.`,
      );
    }
    if (frame.unsent > 0) {
      this.#warnings.push(
        `${frame.unsent} calls were still waiting for their turn when the script ended, and were not made.`,
      );
    }
    if (frame.error === null || frame.error.code === "script") this.#session.commit(frame.stored);
    this.#finish(this.#endingOf(frame.error), true);
  }

  #endingOf(error: WireError | null): Ending {
    if (error === null) return { status: "completed" };
    return { status: "failed", error: reportError(error, this.#source, this.#toolNames) };
  }

  #onLost(reason: LossReason, detail: string, memoryBytes: number): void {
    this.#memoryBytes = memoryBytes;
    this.#fail(reason, lossText(reason, detail, this.#calls.ledger.made));
  }

  /** No runtime at all is not the script's failure: whoever waits gets the reason as a rejection. */
  #giveUp(cause: Error): void {
    const observer = this.#observer;
    this.#observer = null;
    this.#fail("internal", cause.message);
    observer?.observation.end();
    observer?.reject(cause);
  }

  #fail(code: OutcomeErrorCode, message: string): void {
    if (this.#ending === null) this.#finish({ status: "failed", error: { code, message } }, true);
  }

  /** Calls are cancelled before anybody is answered. */
  #finish(ending: Ending, answer: boolean): void {
    this.#ending = ending;
    this.#clock.stop();
    this.#calls.cancelAll();
    this.#onEnded({
      status: ending.status,
      ...(ending.status === "failed" ? { code: ending.error.code } : {}),
      calls: this.#calls.ledger.made,
      cpuMs: this.#cpuMs,
    });
    if (answer && this.#observer !== null) this.#settleObserver(this.#take(ending));
  }

  #answer(): void {
    if (this.#observer !== null && this.#ending === null) this.#settleObserver(this.#take(null));
  }

  #settleObserver(answer: CellAnswer): void {
    const observer = this.#observer;
    this.#observer = null;
    observer?.observation.end();
    observer?.resolve(answer);
  }

  /** Makes an answer of everything that is new. */
  #take(ending: Ending | null): CellAnswer {
    const now = performance.now();
    const content = this.#unread;
    this.#unread = [];
    return {
      status: ending?.status ?? "yielded",
      cellId: this.id,
      content,
      ...(ending?.status === "failed" ? { error: ending.error } : {}),
      calls: this.#calls.ledger.records(),
      timing: {
        queuedMs: (this.#startedAt ?? now) - this.#submittedAt,
        cpuMs: this.#cpuMs,
        wallMs: now - this.#submittedAt,
      },
      memoryPeakBytes: this.#memoryBytes,
      warnings: [...this.#warnings],
    };
  }
}
