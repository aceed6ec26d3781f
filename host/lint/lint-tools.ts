import { IsocellError } from "../../protocol/index.ts";
import { nearestNames } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import type { Detail, Finding } from "./finding.ts";
import { SEVERITIES } from "./finding.ts";
import { ruleId } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { PROBES } from "./probe/probe-tools.ts";
import { RULES } from "./rules/index.ts";
import { lintedTools } from "./subject/linted-tool.ts";
import type { LintedTool } from "./subject/linted-tool.ts";

/** Rules that are switched off: `area/name`, or `area/name@owner/tool` for one tool, and why. */
export type RulesOff = Readonly<Record<string, string>>;

/** What a linter found. */
export interface LintReport {
  readonly tools: number;
  /** The worst first, then by owner and tool. */
  readonly findings: readonly Finding[];
  /** Findings that were switched off, by the reason. */
  readonly off: readonly { readonly finding: Finding; readonly reason: string }[];
}

/**
 * Looks for tools that models will misuse.
 *
 * @param probed findings of `probeTools`, to be reported with the rest.
 * @param off rules that are switched off, each with its reason.
 * @throws {IsocellError} `invalid_config` for a rule that does not exist, or that is switched off without a reason.
 */
export function lintTools(
  executors: readonly ToolExecutor[],
  off: RulesOff = {},
  probed: readonly Finding[] = [],
): LintReport {
  checkOff(off);
  const tools = lintedTools(executors);
  const findings: Finding[] = [];
  const silenced: { finding: Finding; reason: string }[] = [];
  for (const finding of [...RULES.flatMap((rule) => applyRule(rule, tools)), ...probed]) {
    const reason = off[finding.rule] ?? off[`${finding.rule}@${pathOf(finding)}`];
    if (reason === undefined) findings.push(finding);
    else silenced.push({ finding, reason });
  }
  return { tools: tools.length, findings: findings.sort(bySeverity), off: silenced };
}

/** `owner/tool`, or the one that there is. */
export function pathOf({ owner, tool }: Pick<Finding, "owner" | "tool">): string {
  return [owner, tool].filter((part) => part !== "").join("/");
}

function applyRule(rule: Rule, tools: readonly LintedTool[]): readonly Finding[] {
  if ("check" in rule) return tools.flatMap((tool) => rule.check(tool).map((detail) => toFinding(rule, detail, tool)));
  return rule.checkAll(tools).map(({ tool, ...detail }) => toFinding(rule, detail, tool));
}

function toFinding(rule: Rule, { where, message, fix = rule.fix }: Detail, tool: LintedTool | undefined): Finding {
  const { severity, why } = rule;
  return { rule: ruleId(rule), severity, owner: tool?.owner ?? "", tool: tool?.name ?? "", where, message, why, fix };
}

function bySeverity(a: Finding, b: Finding): number {
  const [one, other] = [SEVERITIES.indexOf(a.severity), SEVERITIES.indexOf(b.severity)];
  const [first, second] = [pathOf(a), pathOf(b)];
  return one - other || (first < second ? -1 : first > second ? 1 : 0);
}

function checkOff(off: RulesOff): void {
  const known = [...RULES, ...PROBES].map(ruleId);
  for (const [key, reason] of Object.entries(off)) {
    const [rule = ""] = key.split("@");
    if (!known.includes(rule)) {
      const [near] = nearestNames(rule, known, 1);
      throw refused(key, `there is no rule ${rule}${near === undefined ? "" : `; did you mean ${near}?`}`);
    }
    if (typeof reason !== "string" || reason.trim() === "") throw refused(key, "say why it is switched off");
  }
}

function refused(key: string, why: string): IsocellError {
  return new IsocellError("invalid_config", `lint.off[${JSON.stringify(key)}]: ${why}.`, {
    data: { path: ["lint", "off", key] },
  });
}
