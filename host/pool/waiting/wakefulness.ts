import { Awake, AWAKE_MS } from "../../../protocol/index.ts";
import type { Attempt } from "../attempt.ts";
import { PollChoice } from "./poll-choice.ts";

/**
 * How many times all calls of a cell must have been answered before either end stays awake. It begins while the other end is
 * asleep and may be woken on the same processor, to wait there for milliseconds; most cells make few calls and would gain less.
 */
const SEQUENCE = 16;

/**
 * Keeps this process awake for a cell's next calls, and says whether its lane stays awake for the answers, as long as there is
 * no other cell. Whether that is of use shows in how long a cell takes from one time when all its calls are answered to the
 * next: what both ends do goes into that, so one of them judges it for both.
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

  /** So many calls of a cell have come. */
  onCalls(attempt: Attempt, count: number): void {
    this.#awake.stop();
    attempt.calledAt = performance.now();
    attempt.unanswered += count;
  }

  /** So many answers for a cell are about to be sent. Says whether its lane stays awake for what comes next. */
  onAnswers(attempt: Attempt, count: number): boolean {
    attempt.unanswered -= count;
    // While others are on their way both ends have something else to do, and whoever makes them needs the processors.
    if (attempt.unanswered > 0 || !this.#isAlone()) return false;
    const now = performance.now();
    const { calledAt, answeredAt } = attempt;
    attempt.answeredAt = now;
    attempt.timesAnswered++;
    if (answeredAt > 0) this.#choice.took(now - answeredAt);
    const polls = this.#choice.polls && attempt.timesAnswered >= SEQUENCE;
    // A lane that has fallen asleep may be woken on this processor: then it must be let run.
    if (polls && now - calledAt < AWAKE_MS) this.#awake.stay(AWAKE_MS);
    return polls;
  }
}
