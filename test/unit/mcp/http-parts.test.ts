import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventMeter } from "../../../host/mcp/http/traffic/event-meter.ts";
import { Secrets, showUrl } from "../../../host/mcp/http/texts/secrets.ts";
import { StreamLimit } from "../../../host/mcp/http/traffic/stream-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("A stream of which nothing comes is asked for five times, with growing pauses, and then no more.", async () => {
  const limit = new StreamLimit();
  const { signal } = new AbortController();
  const pauses: number[] = [];
  let last = performance.now();
  for (;;) {
    const admitted = limit.admit(false, signal);
    await vi.advanceTimersToNextTimerAsync();
    if (!(await admitted)) break;
    pauses.push(Math.round(performance.now() - last));
    last = performance.now();
    limit.ended(false);
  }
  expect(pauses).toEqual([0, 500, 1000, 2000, 4000]);
});

test("A stream that brought something may be asked for again soon, and one that a call waits for always.", async () => {
  const limit = new StreamLimit();
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) {
    const admitted = limit.admit(false, signal);
    await vi.advanceTimersByTimeAsync(250);
    expect(await admitted).toBe(true);
    limit.ended(true);
  }
  for (let count = 0; count < 20; count += 1) limit.ended(false);
  const admitted = limit.admit(true, signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await admitted, await limit.admit(false, signal)]).toEqual([true, false]);
});

test("Waiting for a stream ends with the connection and leaves no timer.", async () => {
  const limit = new StreamLimit();
  const abort = new AbortController();
  await limit.admit(false, abort.signal);
  const admitted = limit.admit(false, abort.signal);
  abort.abort();
  expect(await admitted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test("However a stream of events is cut, the same is found in it.", () => {
  const events = fc.array(
    fc.constantFrom("id: 1\n", "id:\n", "data: x\r\n", "data:\n", ": note\n", "\n", "\r\n", "event: e\n"),
  );
  fc.assert(
    fc.property(events, fc.array(fc.nat(40)), (lines, cuts) => {
      const bytes = Buffer.from(lines.join(""));
      const meter = new EventMeter();
      let start = 0;
      for (const cut of [...cuts, bytes.length]) {
        meter.push(bytes.subarray(start, start + cut));
        start += cut;
      }
      expect([meter.hasId, meter.hasData]).toEqual([lines.includes("id: 1\n"), lines.includes("data: x\r\n")]);
    }),
  );
});

test("The length of an event counts over chunks, and starts anew with the next.", () => {
  const meter = new EventMeter();
  expect(meter.push(Buffer.from("data: 1234"))).toBe(10);
  expect(meter.push(Buffer.from("5678\n"))).toBe(15);
  expect(meter.push(Buffer.from("\ndata: 1\n\n"))).toBe(16);
  expect(meter.push(Buffer.from("data: 1"))).toBe(7);
});

test("Secrets are hidden in every form in which an answer may hold them, the longest first.", () => {
  const secrets = new Secrets();
  for (const value of ["Bearer tok/en+1", 'quo"ted', "tok/en+1-longer", "abc"]) secrets.add(value);
  const text = `Bearer tok/en+1 tok/en+1 ${encodeURIComponent("tok/en+1")} ${JSON.stringify('quo"ted')} tok/en+1-longer abc`;
  expect(secrets.hide(text)).toBe('*** *** *** "***" *** abc');
});

test("A URL is shown without what may be a key.", () => {
  const variables = { A: "hidden", B: "abc", C: undefined };
  const show = (url: string): string => showUrl(new URL(url), variables);
  expect(show("https://h:1/hidden/abc/mcp?x=1#y")).toBe("https://h:1/***/abc/mcp?***");
  expect(show("https://h/v1/0123456789abcdef0")).toBe("https://h/v1/***");
  expect(show("https://h/a-long-but-plain-name")).toBe("https://h/a-long-but-plain-name");
});
