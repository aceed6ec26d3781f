import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { BombReport } from "./bomb-runner.ts";

const RUNNER = fileURLToPath(new URL("bomb-runner.ts", import.meta.url));
const BOMBS = fileURLToPath(new URL("../fixtures/spec/bombs.json", import.meta.url));
const GIGABYTE = 1024 ** 3;

/** Codes that name the limit a bomb ran into. */
const LIMIT_CODES: ReadonlySet<string> = new Set([
  "memory",
  "cpu",
  "wall",
  "too_many_calls",
  "too_many_timers",
  "payload_too_large",
  "store_full",
  "crashed",
]);

/** Bombs that V8 itself may stop with an error that the script sees, or that fit after all. */
const STOPPED_BY_V8: ReadonlySet<string> = new Set([
  "string_doubling",
  "array_buffers",
  "typed_arrays",
  "deep_recursion",
  "nested_object_json",
  "bigint_squaring",
  "proxy_chain",
  "big_argument",
]);

const { bombs } = JSON.parse(readFileSync(BOMBS, "utf8")) as { bombs: Record<string, string> };

async function explode(name: string): Promise<BombReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [RUNNER, name]);
  return JSON.parse(stdout) as BombReport;
}

/** What the rule says of a report, so that all of it is compared at once. */
function verdict(name: string, report: BombReport): Record<string, unknown> {
  const { status, code, message } = report;
  const byLimit = status === "failed" && code !== null && LIMIT_CODES.has(code);
  const byV8 = STOPPED_BY_V8.has(name) && (status === "completed" || code === "script");
  return {
    stopped: byLimit || byV8 ? "by a limit" : `${status} ${code}: ${message}`,
    endedWithin6s: report.endedAfterMs < 6000 || report.endedAfterMs,
    neighbourRan: report.neighbourCells > 0,
    neighbourFailures: report.neighbourFailures,
    neighbourWithin1s: report.neighbourSlowestMs < 1000 || report.neighbourSlowestMs,
    under1GbAboveStart: report.peakBytesAboveStart < GIGABYTE || report.peakBytesAboveStart,
    freshCell: report.freshCell,
    processesLeft: report.processesLeft,
  };
}

describe("a bomb hurts nobody but itself", () => {
  test("there are bombs to explode", () => {
    expect(Object.keys(bombs).length).toBeGreaterThan(20);
  });

  test.each(Object.keys(bombs))("%s", async (name) => {
    expect(verdict(name, await explode(name))).toEqual({
      stopped: "by a limit",
      endedWithin6s: true,
      neighbourRan: true,
      neighbourFailures: [],
      neighbourWithin1s: true,
      under1GbAboveStart: true,
      freshCell: "42",
      processesLeft: 0,
    });
  });
});
