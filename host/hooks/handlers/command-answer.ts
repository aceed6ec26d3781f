import { HookFailure } from "./effect.ts";
import type { Effect } from "./effect.ts";
import { jsonProblem } from "./json-value.ts";

/** What the model reads of a result that a hook withheld without saying why. */
export const WITHHELD = "A PostToolUse hook withheld the result of this call.";

type Fields = Readonly<Record<string, unknown>>;

const EVENTS = { before: "PreToolUse", after: "PostToolUse" } as const;

/**
 * What a hook wants that ended with exit code 0 and wrote this. Text that does not look like JSON says nothing. Fields
 * that are unknown or have no meaning here are left aside.
 *
 * @throws {HookFailure} when it looks like JSON and is none, or asks for what cannot be done.
 */
export function readAnswer(event: "before" | "after", stdout: string): Effect {
  const text = stdout.trim();
  if (!text.startsWith("{") && !text.startsWith("[")) return {};
  const answer = parse(text);
  const specific = fields(answer, "hookSpecificOutput");
  const name = specific === undefined ? undefined : string(specific, "hookEventName");
  if (name !== undefined && name !== EVENTS[event]) {
    throw new HookFailure(`it answered for the event ${JSON.stringify(name)}, not for ${EVENTS[event]}`);
  }
  const added = specific === undefined ? undefined : string(specific, "additionalContext");
  const context = added === undefined || added.trim() === "" ? {} : { context: [added] };
  const wanted = event === "before" ? before(answer, specific ?? {}) : after(answer, specific ?? {});
  return { ...wanted, ...context };
}

function before(answer: Fields, specific: Fields): Effect {
  const decision = string(specific, "permissionDecision");
  const legacy = string(answer, "decision");
  const rewrite = present(specific, "updatedInput");
  // A denial first: no other field beside it may turn it into anything less.
  if (decision === "deny") return { deny: reason(specific, "permissionDecisionReason", "permissionDecision deny") };
  if (legacy === "block") return { deny: reason(answer, "reason", "decision block") };
  if (boolean(answer, "continue") === false) throw unsupported("continue: false before a call");
  if (decision !== undefined && decision !== "allow") throw unsupported(`permissionDecision ${quote(decision)}`);
  if (legacy !== undefined && legacy !== "approve") throw unsupported(`decision ${quote(legacy)}`);
  if (rewrite === undefined) return decision === "allow" ? { ignored: "permissionDecision allow" } : {};
  if (decision !== "allow") throw new HookFailure("it gave updatedInput without permissionDecision allow");
  return { rewrite: { input: rewrite } };
}

function after(answer: Fields, specific: Fields): Effect {
  const decision = string(answer, "decision");
  const why = string(answer, "reason")?.trim();
  const stopReason = string(answer, "stopReason")?.trim();
  // Empty texts count as absent.
  if (boolean(answer, "continue") === false) return { replace: why || stopReason || WITHHELD };
  if (decision === "block") return { block: reason(answer, "reason", "decision block") };
  if (decision !== undefined && decision !== "approve") throw unsupported(`decision ${quote(decision)}`);
  if (present(specific, "updatedMCPToolOutput") !== undefined) throw unsupported("updatedMCPToolOutput");
  return {};
}

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HookFailure("it wrote JSON that cannot be read", error instanceof Error ? error.message : "");
  }
  if (Array.isArray(value)) throw new HookFailure("it wrote a JSON array instead of an object");
  const problem = jsonProblem(value);
  if (problem !== null) throw new HookFailure(`its answer cannot be used: ${problem}`);
  return value as Fields;
}

function reason(from: Fields, key: string, decision: string): string {
  const text = string(from, key)?.trim() ?? "";
  if (text === "") throw new HookFailure(`it answered with ${decision} without a ${key}`);
  return text;
}

function unsupported(what: string): HookFailure {
  return new HookFailure(`it asked for something that is not supported: ${what}`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

function string(from: Fields, key: string): string | undefined {
  const value = present(from, key);
  if (value !== undefined && typeof value !== "string") throw wrongType(key, "a string");
  return value;
}

function boolean(from: Fields, key: string): boolean | undefined {
  const value = present(from, key);
  if (value !== undefined && typeof value !== "boolean") throw wrongType(key, "true or false");
  return value;
}

function fields(from: Fields, key: string): Fields | undefined {
  const value = present(from, key);
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(key, "an object");
  return value as Fields;
}

/** A field that is null is absent. */
function present(from: Fields, key: string): unknown {
  return Object.hasOwn(from, key) ? (from[key] ?? undefined) : undefined;
}

function wrongType(key: string, expected: string): HookFailure {
  return new HookFailure(`the field ${key} of its answer is not ${expected}`);
}
