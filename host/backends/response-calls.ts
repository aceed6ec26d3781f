import type { ModelCall } from "../../tools/index.ts";
import { messageOf } from "../pipeline/call.ts";
import type { Step, StepOutput } from "../step/step.ts";
import type { Turn } from "../turn/turn.ts";

/** Options of the calls of one response. */
export interface AnswerOptions {
  /** Ends all calls. Each still gets an output, which says so. */
  readonly signal?: AbortSignal;
}

/** A call as the API gave it, and what came of it. */
export interface AnsweredCall<Item> {
  readonly item: Item;
  readonly output: StepOutput;
}

/**
 * The calls of one response, in the form of one API. They start as they are added and are answered in their order; what
 * goes wrong with one is its output, and no call is left without.
 */
export class ResponseCalls<Item> {
  readonly #turn: Turn;
  readonly #read: (item: Item) => ModelCall | null;
  readonly #answered: Promise<AnsweredCall<Item>>[] = [];

  /**
   * @param read finds the call in an item; null where it lacks what belongs to a call: the model is told so
   */
  constructor(step: Step, read: (item: Item) => ModelCall | null, { signal }: AnswerOptions = {}) {
    this.#turn = step.turn(signal);
    this.#read = read;
  }

  add(item: Item): void {
    const call = this.#read(item);
    this.#answered.push(this.#outputOf(call).then((output) => ({ item, output })));
  }

  /** The answers to all calls added so far, in their order. */
  answered(): Promise<readonly AnsweredCall<Item>[]> {
    return Promise.all(this.#answered);
  }

  abort(reason?: unknown): void {
    this.#turn.abort(reason);
  }

  async #outputOf(call: ModelCall | null): Promise<StepOutput> {
    if (call === null) return failed("The call could not be read: its name or its arguments are missing.");
    if ("problem" in call) return failed(call.problem);
    try {
      return await this.#turn.add(call);
    } catch (error) {
      return failed(messageOf(error));
    }
  }
}

function failed(text: string): StepOutput {
  return { content: [{ type: "text", text }], success: false, context: [], wallMs: 0 };
}
