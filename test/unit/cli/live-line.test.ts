import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WriteStream } from "node:tty";
import { LiveLine } from "../../../host/cli/output/live-line.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function terminal(columns: number): { readonly stream: WriteStream; readonly written: string[] } {
  const written: string[] = [];
  return { stream: { columns, write: (text: string) => written.push(text) } as unknown as WriteStream, written };
}

const CLEAR = "\r\u001b[2K";

test("The line is written anew, taken away before other output, and comes back.", () => {
  const { stream, written } = terminal(80);
  let count = 0;
  const line = new LiveLine(stream, () => `step ${++count}`);
  line.start();
  vi.advanceTimersByTime(200);
  line.clear();
  line.clear();
  vi.advanceTimersByTime(100);
  line.stop();
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([`${CLEAR}step 1`, `${CLEAR}step 2`, CLEAR, `${CLEAR}step 3`, CLEAR]);
});

test("A line never wraps.", () => {
  const { stream, written } = terminal(10);
  const line = new LiveLine(stream, () => "a line that is longer than the terminal");
  line.start();
  vi.advanceTimersByTime(100);
  line.stop();
  expect(written).toEqual([`${CLEAR}a line th`, CLEAR]);
});

test("A script that ends at once shows no line.", () => {
  const { stream, written } = terminal(80);
  const line = new LiveLine(stream, () => "x");
  line.start();
  line.stop();
  expect(written).toEqual([]);
});
