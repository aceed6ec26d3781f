import type { Area, Detail, Severity } from "./finding.ts";
import type { LintedTool } from "./subject/linted-tool.ts";

/** What every rule says of itself. */
export interface RuleText {
  /** Unique within its area, in kebab case. */
  readonly name: string;
  readonly area: Area;
  readonly severity: Severity;
  /** What it looks for, in a few words. */
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A rule that looks at one tool at a time. */
export interface ToolRule extends RuleText {
  readonly check: (tool: LintedTool) => readonly Detail[];
}

/** A rule that looks at all tools together. A detail without a tool is about all of them. */
export interface ListRule extends RuleText {
  readonly checkAll: (tools: readonly LintedTool[]) => readonly (Detail & { readonly tool?: LintedTool })[];
}

export type Rule = ToolRule | ListRule;

/** The id of a rule, as reports and settings name it. */
export function ruleId({ area, name }: RuleText): string {
  return `${area}/${name}`;
}
