import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ListWatch } from "../../../host/mcp/life/list-watch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("However often a list changes, it is read once at a time, and once more for what came meanwhile.", async () => {
  const readings: (() => void)[] = [];
  const watch = new ListWatch(() => new Promise((resolve) => readings.push(resolve)));
  for (let index = 0; index < 100; index++) watch.changed();
  expect(readings.length).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings.length).toBe(1);
  for (let index = 0; index < 100; index++) watch.changed();
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings.length).toBe(1);
  readings[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings.length).toBe(2);
  readings[1]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings.length).toBe(2);
});

test("One that was stopped reads nothing any more, until something changes again.", async () => {
  let readings = 0;
  const watch = new ListWatch(async () => {
    readings += 1;
  });
  watch.changed();
  watch.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings).toBe(0);
  watch.changed();
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings).toBe(1);
});
