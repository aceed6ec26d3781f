import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BriefPoll } from "../../../host/pool/brief-poll.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("A poll keeps the event loop turning until its time is over or what it waits for has come.", () => {
  const poll = new BriefPoll();
  poll.start();
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);

  poll.start();
  poll.stop();
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(0);
});

test("One that is started again before it has stopped goes on, with one turn at a time.", () => {
  const poll = new BriefPoll();
  poll.start();
  poll.stop();
  poll.start();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(1);
});
