import { expect, test } from "vitest";
import { Collector } from "../../../../tools/builtin/exec-command/output/collector.ts";
import { Command } from "../../../../tools/builtin/exec-command/sessions/command.ts";
import { SessionStore } from "../../../../tools/builtin/exec-command/sessions/session-store.ts";
import { execYieldMs, writeYieldMs } from "../../../../tools/builtin/exec-command/sessions/yield-times.ts";

/** A command without a process, that has ended or not. */
function stand(over: boolean): Command {
  const process = {
    pid: 0,
    exitCode: () => (over ? 0 : null),
    ended: over ? Promise.resolve() : new Promise<void>(() => undefined),
    write: null,
    unref: () => undefined,
    close: () => undefined,
  };
  return new Command(process, new Collector(), { marker: "none", confined: false, startedBy: null });
}

test("Of 64 live sessions the one not used for longest goes for a new one, and an ended one first", async () => {
  const store = new SessionStore();
  const commands = Array.from({ length: 64 }, (_, index) => stand(index === 20 || index === 63));
  const ids = commands.map((command) => store.add(command, "one").id);
  await Promise.resolve();
  expect(new Set(ids).size).toBe(64);
  expect(ids.every((id) => id >= 1000 && id <= 99_999)).toBe(true);
  expect(store.add(stand(false), "one").dropped).toBe(commands[20]);
  store.use(ids[0] ?? 0, "one");
  expect(store.add(stand(false), "one").dropped).toBe(commands[1]);
  expect(store.use(ids[1] ?? 0, "one")).toBe(undefined);
  expect(store.take("one")).toHaveLength(64);
});

test("The eight used last are never dropped, ended or not", async () => {
  const store = new SessionStore();
  const commands = Array.from({ length: 64 }, (_, index) => stand(index >= 56));
  for (const command of commands) store.add(command, "one");
  await Promise.resolve();
  expect(store.add(stand(false), "one").dropped).toBe(commands[0]);
});

test("A conversation neither finds the sessions of another, nor drops them, nor takes them with it", async () => {
  const store = new SessionStore();
  const others = Array.from({ length: 64 }, () => stand(false));
  const ids = others.map((command) => store.add(command, "one").id);
  const mine = stand(false);
  const { id, dropped } = store.add(mine, "two");
  expect(dropped).toBe(null);
  expect([store.use(id, "one"), store.use(ids[0] ?? 0, "two"), store.use(id, undefined)]).toEqual(
    Array(3).fill(undefined),
  );
  expect(store.use(id, "two")).toBe(mine);
  expect(store.take("one")).toEqual(others);
  expect([store.use(ids[0] ?? 0, "one"), store.use(id, "two")]).toEqual([undefined, mine]);
});

test("Yield times are held within their bounds", () => {
  expect([undefined, 0, 1, 500, 99_999].map(execYieldMs)).toEqual([10_000, 250, 250, 500, 30_000]);
  expect([undefined, 1, 99_999].map((ms) => writeYieldMs(ms, true))).toEqual([250, 250, 30_000]);
  expect([undefined, 6000, 999_999].map((ms) => writeYieldMs(ms, false))).toEqual([5000, 6000, 300_000]);
});
