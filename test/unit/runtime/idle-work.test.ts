import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleWork } from "../../../runtime/lane/idle-work.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Waits for answers that each take so long; says how often the thread stayed awake for one. */
function awaitAnswers(idle: IdleWork, count: number, takeMs: number): number {
  let awake = 0;
  for (let i = 0; i < count; i++) {
    idle.awaitAnswer();
    if (vi.getTimerCount() > 0) awake++;
    vi.advanceTimersByTime(takeMs);
    idle.answered();
    // The poll is over some time after its last wait.
    vi.advanceTimersByTime(10);
  }
  return awake;
}

test("A lane stays awake for quick answers, and sleeps for slow ones where that makes them quicker.", () => {
  const idle = new IdleWork({ expectsFrame: () => true, refill: () => false, rest: () => undefined });
  expect(awaitAnswers(idle, 512, 1)).toBe(512);
  // Three windows of 32 waits in a row are slow; then it sleeps, finds that better, and goes on with it.
  expect(awaitAnswers(idle, 96, 4)).toBe(96);
  expect(awaitAnswers(idle, 96, 1)).toBe(0);
});
