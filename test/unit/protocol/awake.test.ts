import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Awake } from "../../../protocol/index.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("It keeps the event loop turning until its time is over, what was waited for has come, or it may not stay.", () => {
  let mayStay = true;
  const awake = new Awake(() => mayStay);
  awake.stay(0.5);
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(1);
  expect(awake.stays).toBe(true);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(awake.stays).toBe(false);

  awake.stay(0.5);
  awake.stop();
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(0);

  awake.stay(0.5);
  mayStay = false;
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(0);
});

test("One that is started again before it has stopped goes on, with one turn at a time.", () => {
  const awake = new Awake(() => true);
  awake.stay(0.5);
  awake.stop();
  awake.stay(0.5);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(1);
});
