import { describe, expect, test } from "vitest";
import { createHost } from "../../../../host/index.ts";
import { Barriers } from "../../../../tools/builtin/test-sync/barriers.ts";
import { stepWith, textOf } from "./call.ts";

const NEVER = new AbortController().signal;

describe("A barrier", () => {
  test("opens when all are there, and can be used again", async () => {
    const barriers = new Barriers();
    for (let round = 0; round < 2; round++) {
      const arrived: string[] = [];
      const meet = (who: string): Promise<void> =>
        barriers.meet("b", 3, 10_000, NEVER).then(() => void arrived.push(who));
      const first = [meet("1"), meet("2")];
      await new Promise((resolve) => setImmediate(resolve));
      expect(arrived).toEqual([]);
      await Promise.all([...first, meet("3")]);
      expect(arrived.sort()).toEqual(["1", "2", "3"]);
    }
  });

  test("does not count who gave up", async () => {
    const barriers = new Barriers();
    const abort = new AbortController();
    const given = barriers.meet("b", 2, 10_000, abort.signal);
    abort.abort(new Error("gone"));
    await expect(given).rejects.toThrow("gone");
    const late = barriers.meet("b", 2, 1, NEVER);
    await expect(late).rejects.toThrow("nobody else came to barrier b in time");
    await Promise.all([barriers.meet("b", 2, 10_000, NEVER), barriers.meet("b", 2, 10_000, NEVER)]);
  });

  test("is for one number of calls", async () => {
    const barriers = new Barriers();
    const abort = new AbortController();
    const waiting = barriers.meet("b", 2, 10_000, abort.signal);
    await expect(barriers.meet("b", 3, 10_000, NEVER)).rejects.toThrow("expect 2 participants");
    abort.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });
});

describe("test_sync", () => {
  test("lets calls of one turn, and those of one script, meet: they run side by side", async () => {
    const step = await stepWith({}, ["test_sync"]);
    const args = JSON.stringify({ barrier: { id: "b", participants: 3, timeout_ms: 10_000 } });
    const texts = await Promise.all([1, 2, 3].map(() => textOf(step, "test_sync", args)));
    expect(texts).toEqual(["ok", "ok", "ok"]);

    const host = await createHost({ builtins: ["test_sync"], pool: { processes: 1 } });
    try {
      const outcome = await host.openSession().run(
        `const barrier = { id: "b", participants: 2, timeout_ms: 10000 };
         text(await Promise.all([tools.test_sync({ barrier }), tools.test_sync({ barrier })]));`,
      );
      expect(outcome.content).toEqual([{ type: "text", text: "[{},{}]" }]);
    } finally {
      await host.close();
    }
  });

  test.each([
    [
      { barrier: { id: "b", participants: 2, timeout_ms: 1 } },
      "test_sync failed: nobody else came to barrier b in time",
    ],
    [{ barrier: { id: "b", participants: 0 } }, "barrier.participants must be at least 1"],
    [{ barrier: { id: "b", participants: 1, timeout_ms: 0 } }, "barrier.timeout_ms must be between 1 and 60000"],
    [{ sleep_before_ms: 99_999 }, "sleep_before_ms must be between 0 and 60000"],
    [{ sleep_before_ms: 1, sleep_after_ms: 1 }, "ok"],
  ])("answers %j", async (args, text) => {
    expect(await textOf(await stepWith({}, ["test_sync"]), "test_sync", args)).toBe(text);
  });
});
