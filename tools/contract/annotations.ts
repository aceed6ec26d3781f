/** What a tool says of its effects, with the meanings MCP gives these hints. A hint that is missing counts as the worst. */
export interface ToolAnnotations {
  readonly title?: string;
  /** Changes nothing. */
  readonly readOnlyHint?: boolean;
  /** May destroy something; meaningful only where it changes anything. */
  readonly destructiveHint?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** Deals with things outside the machine. */
  readonly openWorldHint?: boolean;
}

/**
 * When somebody has to agree before a tool runs.
 *
 * | mode | asks |
 * |---|---|
 * | auto | unless it is read-only, or neither destructive nor open-world |
 * | writes | unless it is read-only |
 * | prompt | always |
 * | approve | never |
 */
export type ApprovalMode = "auto" | "writes" | "prompt" | "approve";

/** What an approver is shown of a call. */
export interface ApprovalNeed {
  /** Default: from `annotations`. */
  readonly mode?: ApprovalMode;
  /** Who the tool belongs to, for the question and for remembering an answer: the MCP server's name. */
  readonly owner?: string;
  /** One sentence about this very call. Default: the tool's name and arguments. */
  readonly describe?: (input: unknown) => string;
  /**
   * Whether this very call needs one, for tools whose arguments decide that. `explicit`: somebody has to say yes, however
   * much this process may do. Absent, or throwing: by the mode.
   */
  readonly needed?: (input: unknown) => boolean | "explicit";
  /** What a model reads where a call was refused, because nobody is ever asked or because somebody declined. Default: a common text. */
  readonly refusal?: (input: unknown, why: "never" | "declined") => string | undefined;
}

/** How hooks see a tool's calls. */
export interface HookView {
  /** Name that matchers compare, and names they also accept. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** What hooks get as the input; undefined when they are not to see this call. Default: the input itself. */
  readonly input?: (input: unknown) => unknown;
  /** The input after a hook rewrote what it was shown. Throws for what is no input of this tool. */
  readonly rewrite?: (input: unknown, rewritten: unknown) => unknown;
  /** What hooks get as the result; undefined when they are not to see it. Default: the result's value. */
  readonly response?: (input: unknown, value: unknown) => unknown;
}

/** What a search for tools goes by, besides names, description and parameter names. */
export interface SearchView {
  readonly keywords?: readonly string[];
  /** Whose tool it is, in words: shown where the sources of tools are listed. */
  readonly source?: string;
}

/** When a failed call is tried again. */
export interface RetryPolicy {
  /** How often after the first attempt. */
  readonly retries: number;
  /** Milliseconds before the first retry; each further pause is twice as long, with jitter. Default 200. */
  readonly backoffMs?: number;
  /** Milliseconds no pause exceeds. Default 5,000. */
  readonly maxBackoffMs?: number;
  /** Whether this failure is worth another attempt. Default: every one. */
  readonly when?: (error: unknown) => boolean;
}
