import { expect, test } from "vitest";
import { MAX_BATCH_CALLS } from "../../../protocol/index.ts";
import { execute, openLane } from "../../support/raw-lane.ts";

/** Calls after which the prelude sends a batch although the script goes on. */
const BATCH = 128;

test("Many calls of one turn leave in several frames, none of them too long, in order", async () => {
  const count = MAX_BATCH_CALLS + 5;
  const lane = await openLane({ totalCalls: null, pendingCalls: null });
  lane.send(execute(1, 1, `for (let i = 0; i < ${count}; i++) void tools.hold(i % 10); await new Promise(() => {})`));
  await lane.until((frame) => frame.type === "cell/calls" && frame.tools.length < BATCH);
  const batches = lane.frames.flatMap((frame) => (frame.type === "cell/calls" ? [frame] : []));
  expect(batches.map(({ tools }) => tools.length)).toEqual([...Array<number>(MAX_BATCH_CALLS / BATCH).fill(BATCH), 5]);
  expect(batches.map(({ payload }) => payload).join("")).toBe(
    Array.from({ length: count }, (_, index) => index % 10).join(""),
  );
});
