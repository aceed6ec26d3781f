import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { NestedCalls } from "../../../host/cells/nested-calls.ts";
import type { NestedCall, NestedResult } from "../../../host/cells/nested-calls.ts";
import type { ResultsFrame } from "../../../protocol/index.ts";
import { MAX_BATCH_CALLS } from "../../../protocol/index.ts";

type Sent = Omit<ResultsFrame, "type" | "cell">;

/** Makes calls that all end in one turn, and gives the frames that answer them. */
async function answersTo(
  results: readonly NestedResult[],
  payloadBytes: number | null = null,
): Promise<readonly Sent[]> {
  const frames: Sent[] = [];
  const runner = {
    toolAt: () => ({ name: "tool", namespace: "" }),
    run: ({ argumentsJson }: NestedCall, done: (result: NestedResult) => void) =>
      queueMicrotask(() => done(results[Number(argumentsJson)] as NestedResult)),
  };
  const calls = new NestedCalls("1", runner, {
    submittedAt: 0,
    payloadBytes,
    sendResults: (frame) => frames.push(frame),
  });
  const texts = results.map((_, index) => String(index));
  calls.run({
    type: "cell/calls",
    cell: 1,
    tools: results.map(() => 0),
    lengths: texts.map(({ length }) => length),
    payload: texts.join(""),
  });
  await turn();
  await turn();
  return frames;
}

describe("The results of nested calls", () => {
  test("that are ready in one turn leave in one frame", async () => {
    expect(
      await answersTo([
        { attempts: 1, ok: true, json: '"€"' },
        { attempts: 1, ok: false, message: "no" },
      ]),
    ).toEqual([{ calls: [0, 1], ok: [true, false], lengths: [3, 4], payload: '"€""no"' }]);
  });

  test("that are more than a frame has room for leave in several, in order", async () => {
    const frames = await answersTo(
      Array.from({ length: MAX_BATCH_CALLS + 10 }, (): NestedResult => ({ attempts: 1, ok: true, json: "1" })),
    );
    expect(frames.map(({ calls }) => calls.length)).toEqual([MAX_BATCH_CALLS, 10]);
    expect(frames.flatMap(({ calls }) => calls)).toEqual(Array.from({ length: MAX_BATCH_CALLS + 10 }, (_, n) => n));
  });

  test("carry the code of a limit that was met", async () => {
    const [frame] = await answersTo([{ attempts: 1, ok: false, message: "too large", code: "payload_too_large" }]);
    expect([frame?.ok, JSON.parse(frame?.payload ?? "")]).toEqual([
      [false],
      { code: "payload_too_large", message: "too large" },
    ]);
  });

  test("are held to payloadBytes in bytes of UTF-8, error texts as well", async () => {
    const long: readonly NestedResult[] = [
      { attempts: 1, ok: true, json: '"€€€€€€"' },
      { attempts: 1, ok: false, message: "€€€€€€" },
    ];
    expect((await answersTo(long, 20)).flatMap(({ ok }) => ok)).toEqual([true, false]);
    const [refused] = await answersTo(long, 19);
    expect(refused?.ok).toEqual([false, false]);
    expect(refused?.payload).toContain("The result is 20 bytes long as JSON, the limit payloadBytes is 19.");
  });
});
