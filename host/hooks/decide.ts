import { cutMiddle } from "../../tools/index.ts";
import type { AfterDecision, BeforeDecision, HookCall } from "./contract.ts";
import type { Effect, HookFailure } from "./handlers/effect.ts";

/** Tools whose input hooks see as one command. */
const COMMAND_TOOLS = new Set(["Bash", "apply_patch"]);
const MAX_REASON_TOKENS = 10_000;

/** How one handler ended. */
export interface Finished {
  readonly label: string;
  readonly effect: Effect;
  /** Set when it failed and the call must not go on because of that. */
  readonly closed?: HookFailure;
  /** Counts in the order in which handlers finished. */
  readonly order: number;
}

/**
 * One decision of all handlers, which are given in their configured order. The first denial gives the reason; without
 * one, the rewrite that finished last wins.
 */
export function decideBefore(call: HookCall, finished: readonly Finished[]): BeforeDecision {
  const context = finished.flatMap(({ effect }) => effect.context ?? []);
  for (const one of finished) {
    const reason = one.closed === undefined ? one.effect.deny : failedText(one.label, one.closed);
    if (reason !== undefined) return { deny: { reason: denialText(call, reason) }, context };
  }
  let last: Finished | undefined;
  for (const one of finished) if (one.effect.rewrite !== undefined && one.order > (last?.order ?? -1)) last = one;
  const rewritten = last?.effect.rewrite;
  if (rewritten === undefined) return { context };
  if (COMMAND_TOOLS.has(call.name) && commandOf(rewritten.input) === undefined) {
    return { deny: { reason: "hook returned updatedInput without string field `command`" }, context };
  }
  return { rewritten, context };
}

/** One decision of all handlers, which are given in their configured order: their texts are joined in it. */
export function decideAfter(finished: readonly Finished[]): AfterDecision {
  const context = finished.flatMap(({ effect }) => effect.context ?? []);
  const texts: string[] = [];
  let blocked = false;
  for (const { label, effect, closed } of finished) {
    const block = closed === undefined ? effect.block : `Tool result withheld: ${failedText(label, closed)}.`;
    blocked ||= block !== undefined;
    const text = block ?? effect.replace;
    if (text !== undefined) texts.push(shortened(text));
  }
  if (texts.length === 0) return { context };
  const text = texts.join("\n\n");
  return blocked ? { block: { reason: text }, context } : { replace: { text }, context };
}

function denialText(call: HookCall, reason: string): string {
  const short = shortened(reason);
  if (!COMMAND_TOOLS.has(call.name)) return `Tool call blocked by PreToolUse hook: ${short}. Tool: ${call.name}`;
  return `Command blocked by PreToolUse hook: ${short}. Command: ${commandOf(call.input) ?? ""}`;
}

function failedText(label: string, failure: HookFailure): string {
  return `the hook ${label} failed: ${failure.message}`;
}

function shortened(text: string): string {
  return cutMiddle(text, { maxTokens: MAX_REASON_TOKENS });
}

function commandOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, "command")) return undefined;
  const { command } = input as { readonly command?: unknown };
  return typeof command === "string" ? command : undefined;
}
