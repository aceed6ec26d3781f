import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, onTestFinished, test } from "vitest";
import { CHANNELS } from "../../../host/events/channels.ts";
import { Emitter } from "../../../host/events/emitter.ts";
import type { HostEvent } from "../../../host/events/events.ts";
import { callBegin, callEnd, cellBegin, ONE_OF_EACH } from "./sample-events.ts";

/** Listens on a channel until the test ends. */
function listen(name: string): { readonly heard: unknown[]; readonly stop: () => void } {
  const heard: unknown[] = [];
  const listener = (message: unknown): void => void heard.push(message);
  subscribe(name, listener);
  const stop = (): void => void unsubscribe(name, listener);
  onTestFinished(stop);
  return { heard, stop };
}

describe("An emitter", () => {
  test("is active only while somebody listens: an option, an observer added later, or a channel", () => {
    const seen: boolean[] = [];
    const emitter = new Emitter();
    seen.push(emitter.active);
    const remove = emitter.subscribe(() => undefined);
    seen.push(emitter.active);
    remove();
    remove();
    seen.push(emitter.active);
    const { stop } = listen("isocell:approval");
    seen.push(emitter.active);
    stop();
    seen.push(emitter.active, new Emitter({ onEvent: () => undefined }).active);
    expect(seen).toEqual([false, true, false, true, false, true]);
  });

  test("delivers every event to every observer in order, before emit returns", () => {
    const first: HostEvent[] = [];
    const second: HostEvent[] = [];
    const emitter = new Emitter({ onEvent: (event) => void first.push(event) });
    emitter.subscribe((event) => void second.push(event));
    for (const event of ONE_OF_EACH) emitter.emit(event);
    expect(first).toEqual(ONE_OF_EACH);
    expect(second).toEqual(ONE_OF_EACH);
  });

  test("is not harmed by an observer that throws, rejects, or throws what cannot be shown", async () => {
    const seen: string[] = [];
    const emitter = new Emitter({
      onEvent: () => {
        throw new Error("observer");
      },
    });
    const asynchronous = async (): Promise<void> => {
      throw new Error("asynchronous observer");
    };
    // oxlint-disable-next-line typescript/no-misused-promises -- embedders do it, too
    emitter.subscribe(asynchronous);
    emitter.subscribe(() => {
      throw Object.create(null);
    });
    emitter.subscribe(({ type }) => void seen.push(type));
    emitter.emit(callBegin(1));
    emitter.emit(callEnd(2));
    // An unhandled rejection would fail this file.
    await new Promise(setImmediate);
    expect(seen).toEqual(["call/begin", "call/end"]);
  });

  test("keeps the order for all when an observer causes events itself", () => {
    const first: string[] = [];
    const last: string[] = [];
    const emitter = new Emitter();
    emitter.subscribe(({ type }) => {
      first.push(type);
      if (type === "cell/begin") {
        emitter.emit(callBegin(2));
        emitter.emit(callEnd(3));
      }
    });
    emitter.subscribe(({ type }) => void last.push(type));
    emitter.emit(cellBegin(1));
    expect(first).toEqual(["cell/begin", "call/begin", "call/end"]);
    expect(last).toEqual(first);
  });

  test("ends an observer that answers each event with another, and works afterwards", () => {
    const emitter = new Emitter();
    let heard = 0;
    let answering = true;
    emitter.subscribe((event) => {
      heard += 1;
      if (answering) emitter.emit({ ...event });
    });
    emitter.emit(callBegin(1));
    expect(heard).toBe(10_001);
    answering = false;
    emitter.emit(callBegin(2));
    expect(heard).toBe(10_002);
  });

  test("does not call an observer that was removed during a delivery, nor one added in it before the next event", () => {
    const heard: string[] = [];
    const emitter = new Emitter();
    emitter.subscribe(({ type }) => {
      heard.push(`first ${type}`);
      removeSecond();
      if (type === "call/begin") emitter.subscribe((event) => void heard.push(`late ${event.type}`));
    });
    const removeSecond = emitter.subscribe(({ type }) => void heard.push(`second ${type}`));
    emitter.emit(callBegin(1));
    emitter.emit(callEnd(2));
    expect(heard).toEqual(["first call/begin", "first call/end", "late call/end"]);
  });

  test("gives all observers an event that none of them can change", () => {
    const emitter = new Emitter();
    const seen: HostEvent[] = [];
    emitter.subscribe((event) => {
      (event as { type: string }).type = "changed";
    });
    emitter.subscribe((event) => {
      if ("source" in event) (event.source as { kind: string }).kind = "changed";
    });
    emitter.subscribe((event) => void seen.push(event));
    emitter.emit(callBegin(1));
    expect(seen).toEqual([callBegin(1)]);
  });

  test("refuses an observer that is not a function, with a code", () => {
    const wrong = "log" as unknown as () => void;
    expect(() => new Emitter().subscribe(wrong)).toThrow(
      expect.objectContaining({
        code: "invalid_options",
        message: "An observer of events must be a function; it is of type string.",
      }),
    );
  });

  test("removes one of two observers that are the same function", () => {
    let heard = 0;
    const sink = (): void => void (heard += 1);
    const emitter = new Emitter({ onEvent: sink });
    emitter.subscribe(sink)();
    emitter.emit(callBegin(1));
    expect(heard).toBe(1);
  });
});

describe("Channels", () => {
  test("carry each event on the one channel that the table names, and no event is without one", () => {
    const listeners = Object.keys(CHANNELS).map((name) => ({ name, ...listen(name) }));
    const emitter = new Emitter();
    for (const event of ONE_OF_EACH) emitter.emit(event);
    const heard = listeners.map(({ name, heard: events }) => [name, events]);
    const expected = Object.entries(CHANNELS).map(([name, { events }]) => [
      name,
      ONE_OF_EACH.filter(({ type }) => events.includes(type)),
    ]);
    expect(heard).toEqual(expected);
    expect(heard.flatMap(([, events]) => events)).toHaveLength(ONE_OF_EACH.length);
  });

  test("get nothing while nobody listens on them", () => {
    const emitter = new Emitter();
    const calls = listen("isocell:call");
    emitter.emit(cellBegin(1));
    calls.stop();
    emitter.emit(callBegin(2));
    expect({ heard: calls.heard, active: channel("isocell:call").hasSubscribers }).toEqual({
      heard: [],
      active: false,
    });
  });
});
