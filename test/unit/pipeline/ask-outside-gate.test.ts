import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GatePlace } from "../../../host/pipeline/gate/ask-outside-gate.ts";
import { Gate } from "../../../host/pipeline/gate/gate.ts";

interface Plan {
  readonly shared: boolean;
  /** What becomes of the question this call asks, if it asks one. */
  readonly asks: "no" | "answered" | "refused" | "cancelled";
}

const plans: fc.Arbitrary<readonly Plan[]> = fc.array(
  fc.record({
    shared: fc.boolean(),
    asks: fc.constantFrom("no" as const, "answered" as const, "refused" as const, "cancelled" as const),
  }),
  { minLength: 1, maxLength: 15 },
);

const REFUSED = new Error("nobody answered");
const CANCELLED = new Error("the turn ended");

/** The way a pipeline runs a call that may have to be asked about. */
async function run(gate: Gate, plan: Plan, scheduler: fc.Scheduler, inside: Set<Plan>): Promise<string> {
  const cancel = new AbortController();
  const place = new GatePlace(gate, plan.shared);
  const enters = (): void => {
    inside.add(plan);
    const alone = [...inside].filter(({ shared }) => !shared).length;
    if (alone > 0 && inside.size > 1) throw new TypeError("an exclusive call has company");
  };
  const ask = async (): Promise<string> => {
    inside.delete(plan);
    await scheduler.schedule(Promise.resolve(), "answers");
    if (plan.asks === "refused") throw REFUSED;
    if (plan.asks === "cancelled") {
      // Fires while it waits to come in again, or just after.
      void scheduler.schedule(Promise.resolve(), "is cancelled").then(() => cancel.abort(CANCELLED));
    }
    return "yes";
  };
  try {
    const entered = place.enter(cancel.signal);
    if (entered !== null) await entered;
    enters();
    await scheduler.schedule(Promise.resolve(), "checks");
    if (plan.asks !== "no") {
      await place.whileAsking(ask, cancel.signal);
      enters();
    }
    await scheduler.schedule(Promise.resolve(), "works");
    return "ran";
  } catch (error) {
    if (error === REFUSED || error === CANCELLED) return (error as Error).message;
    throw error;
  } finally {
    inside.delete(plan);
    place.leave();
  }
}

describe("asking outside the gate", () => {
  test("keeps exclusive calls alone afterwards and leaves the gate balanced, however the questions end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, async (scheduler, wanted) => {
        const gate = new Gate();
        const inside = new Set<Plan>();
        const all = Promise.all(wanted.map((plan) => run(gate, { ...plan }, scheduler, inside)));
        const ends = await scheduler.waitFor(all);
        for (const [index, { asks }] of wanted.entries()) {
          if (asks === "no" || asks === "answered") expect(ends[index]).toBe("ran");
          if (asks === "refused") expect(ends[index]).toBe(REFUSED.message);
        }
        expect(inside.size).toBe(0);
        expect(gate.enter(false)).toBe(null);
      }),
      { numRuns: 300 },
    );
  });

  test("blocks nothing, neither shared nor exclusive, while a question waits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(fc.boolean(), { maxLength: 10 }), async (asker, others) => {
        const gate = new Gate();
        const place = new GatePlace(gate, asker);
        expect(place.enter()).toBe(null);
        const answer = Promise.withResolvers<string>();
        const asked = place.whileAsking(() => answer.promise);
        for (const shared of others) {
          expect(gate.enter(shared)).toBe(null);
          gate.leave(shared);
        }
        answer.resolve("yes");
        expect(await asked).toBe("yes");
        // Inside again: an exclusive call has to wait.
        const waiting = gate.enter(false);
        expect(waiting).not.toBe(null);
        place.leave();
        await waiting;
      }),
    );
  });

  test("ends at once when the call is cancelled while it waits to come in again", async () => {
    const gate = new Gate();
    const cancel = new AbortController();
    const place = new GatePlace(gate, false);
    expect(place.enter()).toBe(null);
    const answer = Promise.withResolvers<string>();
    const asked = place.whileAsking(() => answer.promise, cancel.signal);
    expect(gate.enter(false)).toBe(null);
    answer.resolve("yes");
    await answer.promise;
    cancel.abort(CANCELLED);
    // The other call is still inside and stays there.
    await expect(asked).rejects.toBe(CANCELLED);
    place.leave();
    gate.leave(false);
    expect(gate.enter(false)).toBe(null);
  });

  test("keeps no place for a call that gave up while the gate let it in", async () => {
    const gate = new Gate();
    const place = new GatePlace(gate, false);
    expect(gate.enter(false)).toBe(null);
    const entered = place.enter();
    gate.leave(false);
    place.leave();
    await expect(entered).rejects.toThrow("left before it came in");
    expect(gate.enter(false)).toBe(null);
  });

  test("gives the place back even when asking throws at once", async () => {
    const gate = new Gate();
    const place = new GatePlace(gate, true);
    expect(place.enter()).toBe(null);
    const throws = (): Promise<never> => {
      throw REFUSED;
    };
    await expect(place.whileAsking(throws)).rejects.toBe(REFUSED);
    place.leave();
    expect(gate.enter(false)).toBe(null);
  });
});
