import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallClock } from "../../../host/mcp/calls/call-clock.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function clock(totalMs: number, idleMs: number): { readonly clock: CallClock; readonly ended: string[] } {
  const ended: string[] = [];
  return { clock: new CallClock({ totalMs, idleMs }, { abort: ({ message }) => ended.push(message) }), ended };
}

test("Signs of life put off the idle time, but not the time in all.", () => {
  const { clock: made, ended } = clock(1000, 300);
  for (let at = 0; at < 900; at += 100) {
    vi.advanceTimersByTime(100);
    made.touch();
  }
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(ended).toEqual(["timed out awaiting tools/call after 1s"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("Without them the idle time ends it.", () => {
  const { ended } = clock(60_000, 300);
  vi.advanceTimersByTime(300);
  expect(ended).toEqual(["timed out awaiting tools/call after 300ms without progress"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("It stands still while it is paused, however often and however long.", () => {
  const { clock: made, ended } = clock(1000, 1000);
  vi.advanceTimersByTime(600);
  made.pause();
  made.pause();
  vi.advanceTimersByTime(100_000);
  made.resume();
  made.resume();
  vi.advanceTimersByTime(399);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual(["timed out awaiting tools/call after 1s"]);
});

test("One that was stopped leaves no timer.", () => {
  clock(1000, 300).clock.stop();
  expect(vi.getTimerCount()).toBe(0);
});
