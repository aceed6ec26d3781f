import { Awake, AWAKE_MS } from "../../../protocol/index.ts";
import type { Attempt } from "../attempt.ts";
import { PollChoice } from "./poll-choice.ts";

/**
 * Keeps this process awake for a cell's next calls, and says whether its lane stays awake for the answers, as long as there is
 * no other cell. Whether that is of use shows in how long a cell takes from one answer to the next: what both ends do goes
 * into that, so one of them judges it for both.
 */
export class Wakefulness {
  readonly #isAlone: () => boolean;
  readonly #awake: Awake;
  readonly #choice: PollChoice = new PollChoice();

  /** @param isAlone whether one cell is all there is. */
  constructor(isAlone: () => boolean) {
    this.#isAlone = isAlone;
    this.#awake = new Awake(isAlone);
  }

  /** Whether a lane that is about to get answers stays awake for the next ones. */
  get keepsLaneAwake(): boolean {
    return this.#choice.polls && this.#isAlone();
  }

  /** Calls of a cell have come. */
  onCalls(attempt: Attempt): void {
    this.#awake.stop();
    attempt.calledAt = performance.now();
  }

  /** Answers for a cell were sent. */
  onAnswered(attempt: Attempt): void {
    if (!this.#isAlone()) return;
    const now = performance.now();
    const { calledAt, answeredAt } = attempt;
    attempt.answeredAt = now;
    if (answeredAt > 0 && calledAt > answeredAt) this.#choice.took(now - answeredAt);
    // A lane that has fallen asleep may be woken on this processor: then it must be let run.
    if (this.#choice.polls && now - calledAt < AWAKE_MS) this.#awake.stay(AWAKE_MS);
  }
}
