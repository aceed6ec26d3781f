import { expect, test } from "vitest";
import { describeError, describeSummary } from "../../../host/cli/output/describe-outcome.ts";
import { parseDuration } from "../../../host/cli/input/duration.ts";
import { formatBytes, formatCount, formatTime } from "../../../host/cli/output/format.ts";
import type { Outcome } from "../../../host/outcome.ts";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["1.5s", 1500],
  ["2m", 120_000],
  ["1h", 3_600_000],
])("The duration %s is %i ms.", (text, ms) => {
  expect(parseDuration(text, "--timeout")).toBe(ms);
});

test.each(["", "3", "s", "-1s", "0s", "0.1ms", "1 s", "1d", "1e3s", "99999999999999999h"])(
  "%j is no duration.",
  (text) => {
    expect(() => parseDuration(text, "--timeout")).toThrow(
      `--timeout expects a duration such as 500ms, 30s, 2m or 1h, not ${JSON.stringify(text)}`,
    );
  },
);

test("Times, sizes and counts are short.", () => {
  expect([420, 9994, 12_345, 59_900, 185_000].map(formatTime)).toEqual([
    "0.42 s",
    "9.99 s",
    "12.3 s",
    "59.9 s",
    "3 min 05 s",
  ]);
  expect([0, 999, 1234, 8_123_456].map(formatBytes)).toEqual(["0 B", "999 B", "1.2 KB", "8.1 MB"]);
  expect([formatCount(0, "call"), formatCount(1, "call")]).toEqual(["0 calls", "1 call"]);
});

const OUTCOME: Outcome = {
  status: "completed",
  cellId: "1",
  content: [],
  calls: [],
  timing: { queuedMs: 0, cpuMs: 1, wallMs: 420 },
  memoryPeakBytes: 8_100_000,
  warnings: [],
};

test("The summary tells the end, the time, the calls and the memory, where it is known.", () => {
  expect(describeSummary(OUTCOME)).toBe("completed in 0.42 s, 0 calls, 8.1 MB");
  const error = { code: "cpu", message: "too long" } as const;
  expect(describeSummary({ ...OUTCOME, status: "failed", error, memoryPeakBytes: 0 })).toBe(
    "failed (cpu) in 0.42 s, 0 calls",
  );
});

test("An error is told with its place under the name of the file, its stack and the excerpt.", () => {
  const error = {
    code: "script",
    message: "Error: $& no\n    at exec_main.mjs:2:3",
    line: 2,
    column: 3,
    excerpt: "2 |   f()\n  |   ^",
  } as const;
  expect(describeError(error, "$&.js")).toBe(
    "$&.js:2:3: script error\nError: $& no\n    at $&.js:2:3\n\n2 |   f()\n  |   ^\n",
  );
  expect(describeError({ code: "memory", message: "too much" }, "a.js")).toBe("a.js: memory error\ntoo much");
});
