import type { CallSource } from "../../tools/index.ts";

/** A call as hooks see it. */
export interface HookCall {
  readonly sessionId: string;
  readonly stepId: string;
  readonly callId: string;
  readonly source: CallSource;
  /** Hook-facing name, the names matchers also accept, and the tool's own. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly tool: { readonly namespace: string; readonly name: string };
  /** As the tool's hook view shows it. */
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/**
 * What hooks decided before a call. A denial beats everything else; its `reason` is the whole text the model reads.
 * `context` is for the model, besides the result: each text a message of its own.
 */
export interface BeforeDecision {
  readonly deny?: { readonly reason: string };
  /** In place of the input, in the form hooks see. */
  readonly rewritten?: { readonly input: unknown };
  readonly context: readonly string[];
}

/** What hooks decided after a successful call. */
export interface AfterDecision {
  /** The call counts as failed with this text. */
  readonly block?: { readonly reason: string };
  /** The model reads this text instead of the output; a script still gets its value. */
  readonly replace?: { readonly text: string };
  readonly context: readonly string[];
}

/** One look at what a hook did, for events. */
export interface HookReport {
  readonly event: "before" | "after";
  readonly hook: string;
  readonly decision: "none" | "deny" | "rewrite" | "context" | "replace" | "failed";
  readonly ms: number;
  readonly detail?: string;
}

/** All hooks of a host as one. Neither method rejects. Reports of asynchronous handlers may come after the call's end. */
export interface Hooks {
  /** Whether anything could be interested in a tool; the pipeline skips the rest where not. */
  readonly concerns: (event: "before" | "after", name: string, aliases: readonly string[]) => boolean;
  readonly before: (call: HookCall, report: (report: HookReport) => void) => Promise<BeforeDecision>;
  readonly after: (call: HookCall, response: unknown, report: (report: HookReport) => void) => Promise<AfterDecision>;
  /** Lets go of what the hooks made for themselves; they are not used any more. */
  readonly close?: () => Promise<void>;
}
