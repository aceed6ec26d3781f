import type { SizingReport } from "./sizing-report.ts";
import { formatNumber } from "./statistics.ts";
import type { Percentiles } from "./statistics.ts";

const BAR_CHARACTERS = 28;
/** A block, and blocks of one to seven eighths of its width. */
const FULL = "█";
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** One line with a bar. */
export interface BarRow {
  readonly label: string;
  readonly value: number;
  /** How the value is shown. */
  readonly text: string;
}

/** A bar whose length is that share of `characters`. */
export function bar(share: number, characters: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share || 0)) * characters * 8);
  return FULL.repeat(eighths >> 3) + (EIGHTHS[eighths % 8] ?? "");
}

/** Labels, values and bars in columns; the largest value has the longest bar. */
export function barChart(rows: readonly BarRow[]): readonly string[] {
  const largest = Math.max(...rows.map(({ value }) => value));
  const left = Math.max(...rows.map(({ label }) => label.length));
  const right = Math.max(...rows.map(({ text }) => text.length));
  return rows.map(({ label, value, text }) =>
    `  ${label.padEnd(left)}  ${text.padStart(right)}  ${bar(value / largest, BAR_CHARACTERS)}`.trimEnd(),
  );
}

/** The report for people. */
export function sizingTable(report: SizingReport): string {
  const { byProcesses, byConcurrency, latency, waiting } = report;
  const { mbPerCell } = waiting;
  return [
    `isocell ${report.isocell}, Node ${report.node}, ${report.platform}, ${report.cores} x ${report.cpu}`,
    "",
    "Trivial cells a second, by processes (four at once for each), beside isolated-vm alone",
    ...barChart(
      byProcesses.flatMap(({ processes, cellsPerSecond, rawIsolatesPerSecond }) => [
        rateRow(`${String(processes).padStart(2)}  isocell`, cellsPerSecond),
        rateRow("    isolated-vm", rawIsolatesPerSecond),
      ]),
    ),
    "",
    "Trivial cells a second, by cells at once (a process for each core)",
    ...barChart(
      byConcurrency.map(({ concurrency, cellsPerSecond }) => rateRow(String(concurrency).padStart(2), cellsPerSecond)),
    ),
    "",
    "Latency, one at a time             p50        p90        p99",
    percentileRow("trivial cell", latency.cellMs, "ms"),
    percentileRow("isolate of isolated-vm", latency.rawIsolateMs, "ms"),
    percentileRow("call of a tool in a cell", latency.nestedCallUs, "µs"),
    "",
    ...(mbPerCell === null
      ? []
      : [`Memory of a waiting cell: ${formatNumber(mbPerCell)} MB (${waiting.cells} at once)`]),
    ...(waiting.completed === waiting.cells
      ? []
      : [`${waiting.cells - waiting.completed} of ${waiting.cells} waiting cells did not complete.`]),
    ...(report.quick ? ["Measured in a hurry; without --quick the figures are steadier."] : []),
    "",
  ].join("\n");
}

function rateRow(label: string, perSecond: number): BarRow {
  return { label, value: perSecond, text: `${formatNumber(perSecond)} /s` };
}

function percentileRow(label: string, { p50, p90, p99 }: Percentiles, unit: string): string {
  const cells = [p50, p90, p99].map((value) => `${formatNumber(value)} ${unit}`.padStart(11));
  return `  ${label.padEnd(25)}${cells.join("")}`;
}
