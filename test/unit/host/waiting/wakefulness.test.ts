import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AWAKE_MS } from "../../../../protocol/index.ts";
import type { Attempt } from "../../../../host/pool/attempt.ts";
import { Wakefulness } from "../../../../host/pool/waiting/wakefulness.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

const QUICK_MS = 0.5;
const SLOW_MS = AWAKE_MS + 1;

function newAttempt(): Attempt {
  return { calledAt: 0, answeredAt: 0, unanswered: 0, timesAnswered: 0 } as Attempt;
}

/** A cell whose calls each are answered after `answerMs` and followed by the next one after `nextMs`. */
class Calls {
  attempt: Attempt = newAttempt();
  readonly wakefulness: Wakefulness;
  alone = true;

  constructor() {
    this.wakefulness = new Wakefulness(() => this.alone);
    vi.advanceTimersByTime(10);
  }

  make(count: number, answerMs: number, nextMs: (awake: boolean) => number): void {
    for (let i = 0; i < count; i++) {
      this.wakefulness.onCalls(this.attempt, 1);
      vi.advanceTimersByTime(answerMs);
      vi.advanceTimersByTime(nextMs(this.wakefulness.onAnswers(this.attempt, 1)));
    }
  }

  /** What stays awake after one answer more that comes so late. */
  after(answerMs: number): { readonly host: boolean; readonly lane: boolean } {
    vi.runAllTimers();
    this.wakefulness.onCalls(this.attempt, 1);
    vi.advanceTimersByTime(answerMs);
    const lane = this.wakefulness.onAnswers(this.attempt, 1);
    return { host: vi.getTimerCount() > 0, lane };
  }
}

const FASTER_AWAKE = (awake: boolean): number => (awake ? 0.5 : 1.5);
const FASTER_ASLEEP = (awake: boolean): number => (awake ? 1.5 : 0.5);

describe("While one cell is all there is", () => {
  test("both ends stay awake where a cell gets on faster like that", () => {
    const calls = new Calls();
    expect(calls.after(QUICK_MS)).toEqual({ host: false, lane: false });
    calls.make(1000, QUICK_MS, FASTER_AWAKE);
    expect(calls.after(QUICK_MS)).toEqual({ host: true, lane: true });
  });

  test("both sleep for the next cell until that has made some calls in turn", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, FASTER_AWAKE);
    calls.attempt = newAttempt();
    for (let answers = 1; answers < 16; answers++) {
      expect(calls.after(QUICK_MS)).toEqual({ host: false, lane: false });
    }
    expect(calls.after(QUICK_MS)).toEqual({ host: true, lane: true });
  });

  test("both sleep where it gets on more slowly like that", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, FASTER_ASLEEP);
    expect(calls.after(QUICK_MS)).toEqual({ host: false, lane: false });
  });

  test("this process sleeps after an answer that came so late that the lane has fallen asleep", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, FASTER_AWAKE);
    expect(calls.after(SLOW_MS)).toEqual({ host: false, lane: true });
    expect(calls.after(QUICK_MS)).toEqual({ host: true, lane: true });
  });

  test("both sleep as long as other calls of the cell are under way", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, FASTER_AWAKE);
    vi.runAllTimers();
    calls.wakefulness.onCalls(calls.attempt, 3);
    expect(calls.wakefulness.onAnswers(calls.attempt, 1)).toBe(false);
    expect(calls.wakefulness.onAnswers(calls.attempt, 1)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(calls.wakefulness.onAnswers(calls.attempt, 1)).toBe(true);
    expect(vi.getTimerCount()).toBe(1);
  });

  test("the host's end stops when the next calls have come, and both do when another cell comes", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, FASTER_AWAKE);
    expect(calls.after(QUICK_MS).host).toBe(true);
    calls.wakefulness.onCalls(calls.attempt, 1);
    vi.advanceTimersToNextTimer();
    expect(vi.getTimerCount()).toBe(0);
    calls.wakefulness.onAnswers(calls.attempt, 1);
    calls.alone = false;
    vi.advanceTimersToNextTimer();
    expect(vi.getTimerCount()).toBe(0);
    expect(calls.after(QUICK_MS)).toEqual({ host: false, lane: false });
  });
});
