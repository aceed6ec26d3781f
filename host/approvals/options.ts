import type { ApprovalMode } from "../../tools/index.ts";
import type { ApprovalAnswer, ApprovalCall } from "./contract.ts";
import type { Elicit } from "./elicitation/contract.ts";

/**
 * Who is asked, and when.
 *
 * | policy | a call that needs an approval | any other | again without confinement |
 * |---|---|---|---|
 * | never | refused; runs with full access, unless it needs somebody's own | runs | refused |
 * | on-request | somebody is asked | runs | somebody is asked |
 * | always | somebody is asked | somebody is asked, unless its mode is `approve` | somebody is asked |
 *
 * Whether a call needs one is decided by the mode of its tool. A function decides itself, for every call.
 */
export type ApprovalPolicy = "never" | "on-request" | "always" | ApprovalPolicyFunction;

/** Decides about one call, at once. One that throws, or answers anything else, refuses the call. */
export type ApprovalPolicyFunction = (call: ApprovalCall, facts: ApprovalFacts) => PolicyAnswer;

/** What a policy may answer. The reason is for the model. */
export type PolicyAnswer = "allow" | "ask" | "deny" | { readonly deny: string };

/** What is known of a call besides the call itself. */
export interface ApprovalFacts {
  readonly mode: ApprovalMode;
  /** Whether the tool, or its mode, asks for an approval of this call. */
  readonly needed: boolean;
  /** Whether it must be somebody's own, so that `never` refuses the call even with full access. */
  readonly explicit?: true;
}

/** A question as whoever answers gets it. Its texts hold what tools and models wrote: they are hostile to a terminal. */
export interface ApprovalQuestion extends ApprovalCall, ApprovalFacts {
  /** The question in one line. */
  readonly message: string;
  /** What the tool says about this very call, where it says anything. */
  readonly detail?: string;
  /** Whether an answer for the session is remembered. Where not, it counts for this call alone. */
  readonly offersSession: boolean;
  /** Whether an answer for the session that came meanwhile has settled this. To be looked at when its turn comes. */
  readonly isSettled: () => boolean;
}

/**
 * Asks whoever can answer. The signal fires when nobody waits for the answer any more. One that rejects, or answers what
 * is no answer, counts as a denial.
 */
export type Ask = (question: ApprovalQuestion, options: { readonly signal: AbortSignal }) => Promise<ApprovalAnswer>;

/** How approvals are decided. All are optional; without any, every call runs and nothing is asked. */
export interface ApprovalOptions {
  /** Default: `on-request` where there is an `ask`, else `never`. */
  readonly policy?: ApprovalPolicy;
  /** `full`: tools may do what this process may, so that `never` lets everything run. `confined`: not. Default `full`. */
  readonly access?: "full" | "confined";
  /**
   * Modes of tools that set none themselves, by `namespace/name` (`functions/name` for a tool without a namespace), or by
   * owner for all of its tools. The tool's own entry goes first.
   */
  readonly modes?: Readonly<Record<string, ApprovalMode>>;
  readonly ask?: Ask;
  /**
   * Answers questions of MCP servers: forms to fill in, and addresses to go to. Without it, and under the policy `never`,
   * they are declined. It has no part in whether a call may run.
   */
  readonly elicit?: Elicit;
}
