import { expect, test } from "vitest";
import { describeTrace } from "../../../host/cli/output/describe-trace.ts";
import { callBegin, callEnd, cellBegin, ONE_OF_EACH } from "../events/sample-events.ts";
import { convertLines } from "./chrome-picture.ts";

test("The summary counts calls, names the slowest five and what failed.", async () => {
  const calls = [30, 10, 60, 20, 50, 40].flatMap((ms, index) => {
    const callId = `c${index}`;
    const name = `tool${index}`;
    const failure = index < 3 ? ({ outcome: "failed", message: `reason ${index}\n` } as const) : {};
    const odd = index === 2 ? { name: "tool1" } : { name };
    return [
      callBegin(100 * index, { callId, namespace: "", ...odd }),
      callEnd(100 * index + ms, { callId, namespace: "", ...odd, ...failure }),
    ];
  });
  const denied = callEnd(700, { callId: "x", namespace: "", name: "x", outcome: "denied" });
  const { converted } = await convertLines([
    cellBegin(0),
    ...calls,
    denied,
    { type: "trace/dropped", at: 700, events: 1 },
  ]);
  expect(describeTrace(converted)).toBe(
    [
      "isocell 1.2.3, process 77: 1 session, 1 cell, 7 calls in 0.70 s",
      "1 event missing: the disk was too slow when the trace was written",
      "slowest:",
      "     60.0 ms  tool1 failed  c2",
      "     50.0 ms  tool4  c4",
      "     40.0 ms  tool5  c5",
      "     30.0 ms  tool0 failed  c0",
      "     20.0 ms  tool3  c3",
      "failures: 3 failed, 1 denied",
      "  2 × tool1, last: reason 2\\n",
      "  1 × tool0, last: reason 0\\n",
      "  1 × x",
      "",
    ].join("\n"),
  );
});

test("A trace without failures says so.", async () => {
  const { converted } = await convertLines(ONE_OF_EACH.slice(0, 5));
  expect(describeTrace(converted)).toBe(
    "isocell 1.2.3, process 77: 1 session, 1 cell, 0 calls in 0.01 s\nfailures: none\n",
  );
});
