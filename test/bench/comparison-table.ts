import { formatNumber } from "../../host/bench/statistics.ts";
import { isMet } from "./row.ts";
import type { Row } from "./row.ts";

const HEADS = ["work", "isocell", "compared with", "target", "reached", ""];
const RIGHT = new Set([1, 4]);

/** The comparison as a table, and what was missed below it. */
export function comparisonTable(rows: readonly Row[]): string {
  const cells = [HEADS, ...rows.map(rowCells)];
  const widths = HEADS.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? "").length)));
  const lines = cells.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
  const [head = "", ...body] = lines;
  const missed = rows.filter((row) => isMet(row) === false);
  const counted = rows.filter((row) => isMet(row) !== null).length;
  const verdict =
    missed.length === 0
      ? `All ${counted} targets that could be measured are met.`
      : `Missed ${missed.length} of ${counted}: ${missed.map(({ name, other }) => `${name}${other === null ? "" : ` (${other.name})`}`).join(", ")}.`;
  return [head, "-".repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body, "", verdict, ""].join("\n");
}

function rowCells(row: Row): readonly string[] {
  const { work, unit, isocell, other, target, note } = row;
  const met = isMet(row);
  const verdict = target === null ? "" : met === null ? "no peer" : met ? "met" : "missed";
  return [
    work,
    `${formatNumber(isocell)} ${unit}`,
    other === null ? "" : `${other.name} ${Number.isNaN(other.value) ? "-" : `${formatNumber(other.value)} ${unit}`}`,
    target === null ? "" : `${target.kind} ${target.value} ${target.unit}`,
    target === null || target.reached === null ? "" : `${formatNumber(target.reached)} ${target.unit}`,
    [verdict, note].filter(Boolean).join("; "),
  ];
}
