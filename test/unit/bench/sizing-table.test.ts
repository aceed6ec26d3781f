import { expect, test } from "vitest";
import { processCounts } from "../../../host/bench/sizing.ts";
import { bar, barChart, sizingTable } from "../../../host/bench/sizing-table.ts";
import type { SizingReport } from "../../../host/bench/sizing-report.ts";

test("A bar is as long as its share, in eighths of a character.", () => {
  expect([0, 0.5, 0.53125, 1, 2, Number.NaN].map((share) => bar(share, 4))).toEqual([
    "",
    "██",
    "██▏",
    "████",
    "████",
    "",
  ]);
});

test("Bars stand below each other, the largest with full length.", () => {
  expect(
    barChart([
      { label: "a", value: 50, text: "50" },
      { label: "long", value: 100, text: "100" },
    ]),
  ).toEqual([`  a      50  ${"█".repeat(14)}`, `  long  100  ${"█".repeat(28)}`]);
});

test("Processes go up by one and then by doubling, and end with the number of cores.", () => {
  expect([1, 2, 12, 32].map((cores) => processCounts(cores, false))).toEqual([
    [1],
    [1, 2],
    [1, 2, 3, 4, 5, 6, 7, 8, 12],
    [1, 2, 3, 4, 5, 6, 7, 8, 16, 32],
  ]);
  expect([1, 2, 12].map((cores) => processCounts(cores, true))).toEqual([[1], [1, 2], [1, 12]]);
});

const REPORT: SizingReport = {
  isocell: "1.2.3",
  node: "v26.0.0",
  platform: "linux x64",
  cpu: "Fast",
  cores: 1,
  quick: false,
  byProcesses: [{ processes: 1, concurrency: 4, cellsPerSecond: 500, rawIsolatesPerSecond: 1000 }],
  byConcurrency: [{ concurrency: 1, cellsPerSecond: 400, p50Ms: 2 }],
  latency: {
    cellMs: { p50: 1, p90: 2, p99: 3, count: 10 },
    rawIsolateMs: { p50: 1.25, p90: 2, p99: 3, count: 10 },
    nestedCallUs: { p50: 40, p90: 50, p99: 60, count: 10 },
  },
  waiting: { cells: 200, completed: 200, mbPerCell: 1.5 },
};

test("The table shows every figure of the report with its unit.", () => {
  expect(sizingTable(REPORT).split("\n")).toEqual([
    "isocell 1.2.3, Node v26.0.0, linux x64, 1 x Fast",
    "",
    "Trivial cells a second, by processes (four at once for each), beside isolated-vm alone",
    `   1  isocell        500 /s  ${"█".repeat(14)}`,
    `      isolated-vm  1,000 /s  ${"█".repeat(28)}`,
    "",
    "Trivial cells a second, by cells at once (a process for each core)",
    `   1  400 /s  ${"█".repeat(28)}`,
    "",
    "Latency, one at a time             p50        p90        p99",
    "  trivial cell                    1 ms       2 ms       3 ms",
    "  isolate of isolated-vm       1.25 ms       2 ms       3 ms",
    "  call of a tool in a cell       40 µs      50 µs      60 µs",
    "",
    "Memory of a waiting cell: 1.5 MB (200 at once)",
    "",
  ]);
});

test("Memory is left out where the system does not tell it, and waiting cells that failed are told.", () => {
  const unknown = sizingTable({ ...REPORT, waiting: { cells: 200, completed: 200, mbPerCell: null } });
  expect(unknown).not.toContain("Memory");
  const failed = sizingTable({ ...REPORT, waiting: { cells: 200, completed: 150, mbPerCell: 1.5 } });
  expect(failed).toContain("50 of 200 waiting cells did not complete.");
});
