import { printable } from "../../cli/output/printable.ts";
import { SEVERITIES } from "../finding.ts";
import type { Finding } from "../finding.ts";
import { pathOf } from "../lint-tools.ts";
import type { LintReport } from "../lint-tools.ts";

/** Findings by tool, the worst first, and a line that counts them. Why it matters and how to mend it stand once for each rule. */
export function lintTable({ tools, findings, off }: LintReport): string {
  const byTool = Map.groupBy(findings, (finding) => pathOf(finding) || "all tools");
  const parts = [...byTool].map(([path, own]) => `${printable(path)}\n${own.map(line).join("")}`);
  const rules = [...Map.groupBy(findings, ({ rule }) => rule).values()].flatMap((same) => same.slice(0, 1));
  const advice = rules.map(({ rule, why, fix }) => `${rule}\n  ${why}\n  ${fix}\n`);
  const counts = SEVERITIES.map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return `${count} ${severity}${severity === "info" || count === 1 ? "" : "s"}`;
  });
  const silenced = off.length === 0 ? "" : `, ${off.length} switched off`;
  const summary = `${tools} tools: ${counts.join(", ")}${silenced}\n`;
  return [...parts, ...(advice.length === 0 ? [] : [`Rules\n\n${advice.join("\n")}`]), summary].join("\n");
}

function line({ severity, rule, where, message }: Finding): string {
  return `  ${severity.padEnd(7)}  ${rule}  ${printable(where)}: ${printable(message)}\n`;
}
