/** How bad a finding is, the worst first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule is about: finding a tool, calling it, what its call does, what comes back, what a wrong call gives. */
export type Area = "discovery" | "input" | "execution" | "output" | "probe";

/** One place at which a tool will be misused, and what to do about it. */
export interface Finding {
  /** `area/name`. */
  readonly rule: string;
  readonly severity: Severity;
  /** The server or module that the tool is of; empty for findings about all of them. */
  readonly owner: string;
  /** The owner's own name for the tool; empty for findings about a whole owner, or all of them. */
  readonly tool: string;
  /** Where in the tool's definition: `name`, `description`, `inputSchema.properties.path`. */
  readonly where: string;
  /** What was found. */
  readonly message: string;
  /** Why it matters to a model. */
  readonly why: string;
  /** How to mend it. */
  readonly fix: string;
}

/** What a rule says about one place. */
export interface Detail {
  readonly where: string;
  readonly message: string;
  /** Where the rule's own advice is too general. */
  readonly fix?: string;
}
