import { SEVERITIES } from "../rules/rules.ts";
import type { Component } from "../rules/rules.ts";
import type { RelevantChange } from "./assess.ts";
import type { RequiredCheck, Risk } from "./types.ts";

const MAX_EVIDENCE = 5;

/** Checks of all components, each command once. */
export function checksOf(components: readonly Component[]): readonly RequiredCheck[] {
  const checks = components.flatMap(({ name, checks: own }) => own.map((check) => ({ ...check, component: name })));
  return checks.filter((check, index) => checks.findIndex(({ command }) => command === check.command) === index);
}

/** Risks of all components, the worst first. */
export function risksOf(components: readonly Component[], changes: readonly RelevantChange[]): readonly Risk[] {
  const risks = components.flatMap(({ name, risk }) => {
    if (risk === undefined) return [];
    const paths = changes.filter((change) => change.components.includes(name)).map(({ change }) => change.path);
    const { code, severity, reason, nextCheck } = risk;
    return [
      {
        code,
        severity,
        evidence: paths.slice(0, MAX_EVIDENCE),
        evidence_count: paths.length,
        reason,
        next_check: nextCheck,
      },
    ];
  });
  return risks.sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
}
