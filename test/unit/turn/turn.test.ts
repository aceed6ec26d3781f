import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createHost, defineTool } from "../../../host/index.ts";
import type { StepOutput } from "../../../host/step/step.ts";
import { Turn } from "../../../host/turn/turn.ts";
import type { TurnStep } from "../../../host/turn/turn.ts";

function output(text: string): StepOutput {
  return { content: [{ type: "text", text }], success: true, context: [], wallMs: 0 };
}

/** A step whose calls end when the test says so, by number. */
function heldStep(): { step: TurnStep; finish: (call: number) => void; aborted: string[] } {
  const finishers: (() => void)[] = [];
  const aborted: string[] = [];
  const step: TurnStep = {
    call: (call, { signal }) =>
      new Promise((resolve) => {
        finishers.push(() => resolve(output(call.name)));
        signal.addEventListener("abort", () => {
          aborted.push(call.name);
          resolve(output("aborted"));
        });
        if (signal.aborted) resolve(output("aborted"));
      }),
  };
  return { step, finish: (call) => finishers[call]?.(), aborted };
}

describe("A turn", () => {
  test("gives outputs in the order of the calls, whatever finished first", async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });
    await fc.assert(
      fc.asyncProperty(order, async (finishing) => {
        const { step, finish } = heldStep();
        const turn = new Turn(step);
        for (const name of ["a", "b", "c", "d", "e"]) void turn.add({ name });
        for (const call of finishing) finish(call);
        const names: string[] = [];
        for await (const { call } of turn.outputs()) names.push(call.name);
        expect(names).toEqual(["a", "b", "c", "d", "e"]);
      }),
    );
  });

  test("starts a call when it is added, and gives each its own output as soon as it has one", async () => {
    const { step, finish } = heldStep();
    const turn = new Turn(step);
    void turn.add({ name: "slow" });
    const quick = turn.add({ name: "quick" });
    finish(1);
    expect(await quick).toEqual(output("quick"));
  });

  test("that is aborted answers every call, and those that come later", async () => {
    const { step, aborted } = heldStep();
    const abort = new AbortController();
    const turn = new Turn(step, abort.signal);
    void turn.add({ name: "a" });
    void turn.add({ name: "b" });
    abort.abort(new Error("stop"));
    void turn.add({ name: "c" });
    const texts: unknown[] = [];
    for await (const answered of turn.outputs()) texts.push(answered.output.content[0]);
    expect(texts).toEqual([1, 2, 3].map(() => ({ type: "text", text: "aborted" })));
    expect(aborted).toEqual(["a", "b"]);
  });
});

test("A signal that outlives many turns and calls keeps a listener of none of them.", async () => {
  const abort = new AbortController();
  const added = vi.spyOn(abort.signal, "addEventListener");
  const removed = vi.spyOn(abort.signal, "removeEventListener");
  const host = await createHost({ tools: [defineTool({ name: "x", handler: () => 1 })], pool: { processes: 1 } });
  try {
    const step = await host.openSession().step();
    for (let i = 0; i < 5; i++) await step.call({ name: "x" }, { signal: abort.signal });
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  } finally {
    await host.close();
  }
});
