import type { StepCall, StepOutput } from "../step/step.ts";

/** What a turn needs of its step. */
export interface TurnStep {
  readonly call: (call: StepCall, options: { readonly signal: AbortSignal }) => Promise<StepOutput>;
}

/** The output of one call of a turn. */
export interface TurnOutput {
  readonly call: StepCall;
  readonly output: StepOutput;
}

/**
 * The calls of one response of a model. Each starts when it is added, while the response may still be coming in; the
 * outputs come in the order of the calls, whatever finished first. `abort` ends all of them: each call still gets an
 * output, so that none stays unanswered.
 */
export class Turn {
  readonly #step: TurnStep;
  readonly #abort: AbortController = new AbortController();
  /** Of the turn and of whoever began it; composed, so that a signal that outlives many turns keeps none of them. */
  readonly #signal: AbortSignal;
  readonly #outputs: Promise<TurnOutput>[] = [];
  #taken = 0;

  constructor(step: TurnStep, signal?: AbortSignal) {
    this.#step = step;
    const own = this.#abort.signal;
    this.#signal = signal === undefined ? own : AbortSignal.any([own, signal]);
  }

  /** Starts a call. The promise settles with its own output, in no particular order. */
  add(call: StepCall): Promise<StepOutput> {
    const output = this.#step.call(call, { signal: this.#signal });
    const entry = output.then((answered) => ({ call, output: answered }));
    // Whoever drains the turn hears of it.
    entry.catch(() => undefined);
    this.#outputs.push(entry);
    return output;
  }

  /** Outputs of all calls added so far and not yet taken, in the order of the calls. */
  async *outputs(): AsyncGenerator<TurnOutput> {
    while (this.#taken < this.#outputs.length) {
      const next = this.#outputs[this.#taken++];
      if (next !== undefined) yield await next;
    }
  }

  /** Ends every call that is running or queued. */
  abort(reason: unknown = new Error("the turn was aborted")): void {
    this.#abort.abort(reason);
  }
}
