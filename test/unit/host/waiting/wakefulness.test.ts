import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attempt } from "../../../../host/pool/attempt.ts";
import { Wakefulness } from "../../../../host/pool/waiting/wakefulness.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

const QUICK_MS = 1;
const SLOW_MS = 3;

/** A cell whose calls each are answered after `answerMs` and followed by the next one after `nextMs`. */
class Calls {
  readonly attempt = { calledAt: 0, answeredAt: 0 } as Attempt;
  readonly wakefulness: Wakefulness;
  alone = true;

  constructor() {
    this.wakefulness = new Wakefulness(() => this.alone);
    vi.advanceTimersByTime(10);
  }

  make(count: number, answerMs: number, nextMs: (awake: boolean) => number): void {
    for (let i = 0; i < count; i++) {
      this.wakefulness.onCalls(this.attempt);
      vi.advanceTimersByTime(answerMs);
      const awake = this.wakefulness.keepsLaneAwake;
      this.wakefulness.onAnswered(this.attempt);
      vi.advanceTimersByTime(nextMs(awake));
    }
  }

  /** Whether the event loop turns after an answer that comes so late. */
  staysAfter(answerMs: number): boolean {
    vi.runAllTimers();
    this.wakefulness.onCalls(this.attempt);
    vi.advanceTimersByTime(answerMs);
    this.wakefulness.onAnswered(this.attempt);
    return vi.getTimerCount() > 0;
  }
}

describe("While one cell is all there is", () => {
  test("both ends stay awake where a cell gets on faster like that", () => {
    const calls = new Calls();
    expect(calls.staysAfter(QUICK_MS)).toBe(false);
    calls.make(1000, QUICK_MS, (awake) => (awake ? 1 : 3));
    expect(calls.wakefulness.keepsLaneAwake).toBe(true);
    expect(calls.staysAfter(QUICK_MS)).toBe(true);
  });

  test("both sleep where it gets on more slowly like that", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, (awake) => (awake ? 3 : 1));
    expect(calls.wakefulness.keepsLaneAwake).toBe(false);
    expect(calls.staysAfter(QUICK_MS)).toBe(false);
  });

  test("this process sleeps after an answer that came so late that the lane has fallen asleep", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, (awake) => (awake ? 1 : 3));
    expect(calls.staysAfter(SLOW_MS)).toBe(false);
    expect(calls.staysAfter(QUICK_MS)).toBe(true);
  });

  test("it stops when the next calls have come, and when another cell comes", () => {
    const calls = new Calls();
    calls.make(1000, QUICK_MS, (awake) => (awake ? 1 : 3));
    expect(calls.staysAfter(QUICK_MS)).toBe(true);
    calls.wakefulness.onCalls(calls.attempt);
    vi.advanceTimersToNextTimer();
    expect(vi.getTimerCount()).toBe(0);
    expect(calls.staysAfter(QUICK_MS)).toBe(true);
    calls.alone = false;
    vi.advanceTimersToNextTimer();
    expect(vi.getTimerCount()).toBe(0);
    expect(calls.wakefulness.keepsLaneAwake).toBe(false);
  });
});
