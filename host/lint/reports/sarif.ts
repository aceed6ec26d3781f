import type { Finding, Severity } from "../finding.ts";
import { pathOf } from "../lint-tools.ts";
import type { LintReport } from "../lint-tools.ts";
import { ruleId } from "../rule.ts";
import { PROBES } from "../probe/probe-tools.ts";
import { RULES } from "../rules/index.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/**
 * A report in the Static Analysis Results Interchange Format, version 2.1.0. What was switched off is there, suppressed
 * with its reason.
 *
 * @param file the configuration that names the tools, as a path relative to the repository's root.
 */
export function lintSarif({ findings, off }: LintReport, file: string, version: string): object {
  const rules = [...RULES, ...PROBES].map((rule) => ({
    id: ruleId(rule),
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.why },
    help: { text: rule.fix },
    defaultConfiguration: { level: LEVELS[rule.severity] },
  }));
  const result = (finding: Finding): object => ({
    ruleId: finding.rule,
    ruleIndex: rules.findIndex(({ id }) => id === finding.rule),
    level: LEVELS[finding.severity],
    message: { text: `${finding.message} ${finding.fix}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: 1 } },
        logicalLocations: [
          { fullyQualifiedName: [pathOf(finding), finding.where].filter(Boolean).join("."), kind: "function" },
        ],
      },
    ],
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "isocell lint", version, rules } },
        results: [
          ...findings.map(result),
          ...off.map(({ finding, reason }) => ({
            ...result(finding),
            suppressions: [{ kind: "external", justification: reason }],
          })),
        ],
      },
    ],
  };
}
