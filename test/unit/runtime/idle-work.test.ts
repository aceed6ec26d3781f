import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AWAKE_MS } from "../../../protocol/index.ts";
import { IdleWork } from "../../../runtime/lane/idle-work.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function idleWork(): IdleWork {
  return new IdleWork({ expectsFrame: () => true, refill: () => false, rest: () => undefined });
}

test("A lane stays awake for answers where the host has said so with the last ones, and sleeps otherwise.", () => {
  const idle = idleWork();
  idle.awaitAnswer();
  expect(vi.getTimerCount()).toBe(0);
  idle.answered(true);
  idle.awaitAnswer();
  expect(vi.getTimerCount()).toBe(1);
  idle.answered(false);
  idle.awaitAnswer();
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(0);
});

test("What was said for one cell does not hold for the next.", () => {
  const idle = idleWork();
  idle.answered(true);
  idle.cellBegins();
  idle.awaitAnswer();
  expect(vi.getTimerCount()).toBe(0);
});

test("It takes a nap before it stays awake where the host may be asleep, and none where the host stays awake itself.", () => {
  const wait = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
  const idle = idleWork();
  vi.advanceTimersByTime(10);
  // This answer found the lane asleep, so the host let it run and went to sleep.
  idle.answered(true);
  idle.awaitAnswer();
  expect(wait).toHaveBeenCalledTimes(1);
  // This one found it awake.
  idle.answered(true);
  idle.awaitAnswer();
  expect(wait).toHaveBeenCalledTimes(1);
  // The script computed for longer than the host stays awake.
  idle.answered(true);
  vi.advanceTimersByTime(AWAKE_MS + 1);
  idle.awaitAnswer();
  expect(wait).toHaveBeenCalledTimes(2);
});

test("Isolates are made ahead of need only when no answer can come any moment.", () => {
  const refill = vi.fn<() => boolean>().mockReturnValue(false);
  const idle = new IdleWork({ expectsFrame: () => true, refill, rest: () => undefined });
  idle.answered(true);
  idle.awaitAnswer();
  idle.refillSoon();
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect(refill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(AWAKE_MS + 1);
  expect(refill).toHaveBeenCalledTimes(1);
});
