import { expect, test } from "vitest";
import type { SizingReport } from "../../../host/bench/sizing-report.ts";
import { isocell } from "../cli/isocell.ts";

const POSITIVE: unknown = expect.toSatisfy((value) => typeof value === "number" && value > 0);
const PERCENTILES = { p50: POSITIVE, p90: POSITIVE, p99: POSITIVE, count: POSITIVE };

/** It takes under 8 s on a machine that does nothing else. */
const TIMEOUT_MS = 60_000;

test(
  "isocell bench --quick --json prints one document with every figure, and nothing else.",
  { timeout: TIMEOUT_MS },
  async () => {
    const { code, stdout, stderr } = await isocell(["bench", "--quick", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout) as SizingReport;
    expect(report).toEqual({
      isocell: expect.any(String) as unknown,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpu: expect.any(String) as unknown,
      cores: POSITIVE,
      quick: true,
      byProcesses: (report.cores === 1 ? [1] : [1, report.cores]).map((processes) => ({
        processes,
        concurrency: processes * 4,
        cellsPerSecond: POSITIVE,
        rawIsolatesPerSecond: POSITIVE,
      })),
      byConcurrency: [1, 2, 4, 8, 32].map((concurrency) => ({
        concurrency,
        cellsPerSecond: POSITIVE,
        p50Ms: POSITIVE,
      })),
      latency: { cellMs: PERCENTILES, rawIsolateMs: PERCENTILES, nestedCallUs: PERCENTILES },
      waiting: { cells: 100, completed: POSITIVE, mbPerCell: process.platform === "linux" ? POSITIVE : null },
    });
  },
);
