import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Gate } from "../../../host/pipeline/gate/gate.ts";

/** One call: which place it wants, and which signal it listens to. */
interface Plan {
  readonly shared: boolean;
  readonly signal: number | null;
}

const SIGNALS = 3;

const plans: fc.Arbitrary<readonly Plan[]> = fc.array(
  fc.record({ shared: fc.boolean(), signal: fc.option(fc.nat({ max: SIGNALS - 1 })) }),
  { minLength: 1, maxLength: 25 },
);
const cap: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 1, max: 4 }));

type State = "queued" | "inside" | "done" | "given up";

interface Call extends Plan {
  state: State;
}

/** The rules themselves, checked after every step of a schedule. */
function check(calls: readonly Call[], maxShared: number | null): void {
  const inside = calls.filter(({ state }) => state === "inside");
  const alone = inside.filter(({ shared }) => !shared);
  expect(alone.length === 0 || inside.length === 1, "an exclusive call has company").toBe(true);
  expect(inside.length <= (maxShared ?? inside.length), "more calls than the cap").toBe(true);
}

/** Whether the first one in the line could enter, which it should have then. */
function headCouldEnter(calls: readonly Call[], maxShared: number | null): boolean {
  const head = calls.find(({ state }) => state === "queued");
  if (head === undefined) return false;
  const inside = calls.filter(({ state }) => state === "inside");
  if (!head.shared) return inside.length === 0;
  return inside.every(({ shared }) => shared) && inside.length < (maxShared ?? Number.POSITIVE_INFINITY);
}

/** Runs all calls through one gate, in whatever order the scheduler lets them come, end, and be cancelled. */
async function play(scheduler: fc.Scheduler, wanted: readonly Plan[], maxShared: number | null, aborts: boolean) {
  const gate = new Gate({ maxShared });
  const signals = Array.from({ length: SIGNALS }, () => new AbortController());
  const calls: Call[] = [];
  const entered: Call[] = [];
  let ranThoughCancelled = 0;
  const running = wanted.map(async (plan) => {
    await scheduler.schedule(Promise.resolve(), "comes");
    const call: Call = { ...plan, state: "queued" };
    const signal = plan.signal === null ? undefined : signals[plan.signal]?.signal;
    const cancelledBefore = signal?.aborted === true;
    calls.push(call);
    const waiting = gate.enter(call.shared, signal);
    try {
      if (waiting !== null) await waiting;
    } catch (error) {
      expect(error).toBe(signal?.reason);
      call.state = "given up";
      return;
    }
    if (cancelledBefore) ranThoughCancelled++;
    call.state = "inside";
    entered.push(call);
    check(calls, maxShared);
    await scheduler.schedule(Promise.resolve(), "ends");
    call.state = "done";
    gate.leave(call.shared);
  });
  if (aborts) {
    for (const controller of signals) {
      void scheduler.schedule(Promise.resolve(), "is cancelled").then(() => controller.abort(new Error("cancelled")));
    }
  }
  while (scheduler.count() > 0) {
    await scheduler.waitNext(1);
    // Lets what the step made ready happen before it is looked at.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    check(calls, maxShared);
    expect(headCouldEnter(calls, maxShared), "a call waits for nobody").toBe(false);
  }
  await Promise.all(running);
  return { gate, calls, entered, ranThoughCancelled };
}

describe("the gate, under every schedule tried", () => {
  test("keeps exclusive calls alone, keeps its cap, lets nobody wait for nobody, and starves none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, cap, async (scheduler, wanted, maxShared) => {
        const { calls, entered } = await play(scheduler, wanted, maxShared, false);
        expect(calls.map(({ state }) => state)).toEqual(calls.map(() => "done"));
        // In the order in which they came: so a queued exclusive call blocks every later shared one.
        expect(entered).toEqual(calls);
      }),
      { numRuns: 300 },
    );
  });

  test("never runs a call that was cancelled while it waited, and keeps the order and the rights of all others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, cap, async (scheduler, wanted, maxShared) => {
        const { gate, calls, entered, ranThoughCancelled } = await play(scheduler, wanted, maxShared, true);
        expect(ranThoughCancelled).toBe(0);
        expect(entered).toEqual(calls.filter(({ state }) => state === "done"));
        expect(calls.filter(({ state, signal }) => state === "given up" && signal === null)).toEqual([]);
        expect(calls.filter(({ state }) => state === "queued" || state === "inside")).toEqual([]);
        // Balanced: it is empty, so that an exclusive call enters at once.
        expect(gate.enter(false)).toBe(null);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a call that gives up", () => {
  test("lets those behind it in at once, as far as those inside allow", async () => {
    const gate = new Gate();
    const cancel = new AbortController();
    expect(gate.enter(true)).toBe(null);
    const exclusive = gate.enter(false, cancel.signal);
    const behind = gate.enter(true);
    cancel.abort(new Error("the turn ended"));
    await expect(exclusive).rejects.toThrow("the turn ended");
    await behind;
    gate.leave(true);
    gate.leave(true);
    expect(gate.enter(false)).toBe(null);
  });

  test("lets in no other call of the same signal on the way", async () => {
    const gate = new Gate();
    const cancel = new AbortController();
    expect(gate.enter(true)).toBe(null);
    const waiting = [gate.enter(false, cancel.signal), gate.enter(true, cancel.signal)];
    cancel.abort(new Error("the cell ended"));
    const results = await Promise.allSettled(waiting.map((entered) => entered ?? Promise.resolve()));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    gate.leave(true);
    expect(gate.enter(false)).toBe(null);
  });

  test("never enters with a signal that had fired, even an empty gate", async () => {
    const gate = new Gate();
    await expect(gate.enter(false, AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    expect(gate.enter(false)).toBe(null);
  });

  test("leaves no listener behind, and a thousand waiting calls of a signal add one", async () => {
    const gate = new Gate();
    const { signal } = new AbortController();
    let listeners = 0;
    let most = 0;
    const counted = new Proxy(signal, {
      get(target, key) {
        if (key === "addEventListener") most = Math.max(most, ++listeners);
        if (key === "removeEventListener") listeners--;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    expect(gate.enter(false)).toBe(null);
    const all = Array.from({ length: 1000 }, async () => {
      await gate.enter(false, counted);
      gate.leave(false);
    });
    gate.leave(false);
    await Promise.all(all);
    expect({ listeners, most }).toEqual({ listeners: 0, most: 1 });
  });
});

describe("a gate's owner", () => {
  test("is told of a cap that is none", () => {
    for (const maxShared of [0, -1, 1.5, Number.NaN, "2"]) {
      expect(() => new Gate({ maxShared: maxShared as number })).toThrow(
        expect.objectContaining({ code: "invalid_options" }),
      );
    }
  });

  test("is told of a place that is given back twice, before the gate stops working", () => {
    const gate = new Gate();
    expect(gate.enter(true)).toBe(null);
    gate.leave(true);
    expect(() => gate.leave(true)).toThrow(TypeError);
    expect(() => gate.leave(false)).toThrow(TypeError);
    expect(gate.enter(false)).toBe(null);
  });
});
