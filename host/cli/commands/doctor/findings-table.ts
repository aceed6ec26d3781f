import type { Finding } from "../../../doctor/check.ts";
import { printable } from "../../output/printable.ts";
import { alignedTable } from "../../output/table.ts";

const MAX_DETAIL = 300;
const WORDS = { ok: "ok", warning: "warning", failed: "FAILED" } as const;

/** One row a finding, what to do about it under its row, and a last line that counts. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = alignedTable(
    findings.map(({ part, status, detail }) => [WORDS[status], printable(part), short(detail)]),
    3,
  ).split("\n");
  const lines = findings.flatMap(({ advice }, index) => [
    rows[index] ?? "",
    ...(advice === undefined ? [] : [`  -> ${advice}`]),
  ]);
  const count = (wanted: Finding["status"]): number => findings.filter(({ status }) => status === wanted).length;
  return `${lines.join("\n")}\n\n${count("ok")} ok, ${count("warning")} warnings, ${count("failed")} failed\n`;
}

/** On one line, whatever it came from. */
function short(detail: string): string {
  const line = printable(detail);
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}…` : line;
}
