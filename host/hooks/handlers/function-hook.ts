import type { HookCall } from "../contract.ts";
import type { FunctionHook } from "../sources.ts";
import { HookFailure } from "./effect.ts";
import type { Effect } from "./effect.ts";
import { jsonProblem } from "./json-value.ts";
import { withinTime } from "./within-time.ts";

const BEFORE_KEYS = ["deny", "input", "context"];
const AFTER_KEYS = ["block", "replace", "context"];
const NO_REASON = "no reason was given";

/**
 * Asks a function of the embedder.
 *
 * @throws {HookFailure} when it throws, takes too long, or answers with what is no answer.
 */
export async function runFunction(
  hook: FunctionHook,
  call: HookCall,
  after: { readonly response: unknown } | null,
  timeoutMs: number,
): Promise<Effect> {
  let answer: unknown;
  try {
    answer = await withinTime(
      (signal) =>
        after === null ? hook.before?.({ ...call, signal }) : hook.after?.({ ...call, signal }, after.response),
      timeoutMs,
      call.signal,
    );
  } catch (error) {
    if (error instanceof HookFailure) throw error;
    throw new HookFailure("it threw an error", error instanceof Error ? error.message : typeof error);
  }
  if (answer === undefined || answer === null) return {};
  if (typeof answer !== "object" || Array.isArray(answer)) {
    throw new HookFailure(`it answered with a value of type ${Array.isArray(answer) ? "array" : typeof answer}`);
  }
  const { deny } = answer as { readonly deny?: unknown };
  // A function that denies means it, with or without a reason, and whatever else it says.
  if (after === null && typeof deny === "string") return { deny: deny.trim() || NO_REASON, ...context(answer, false) };
  const known = after === null ? BEFORE_KEYS : AFTER_KEYS;
  const unknown = Object.keys(answer).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new HookFailure(`it answered with ${unknown}; known are ${known.join(", ")}`);
  return toEffect(answer);
}

function toEffect(answer: object): Effect {
  const { input } = answer as { readonly input?: unknown };
  // One that is a text was dealt with.
  text(answer, "deny");
  const block = text(answer, "block");
  const replace = text(answer, "replace");
  const problem = input === undefined ? null : jsonProblem(input);
  if (problem !== null) throw new HookFailure(`it gave an input that cannot be used: ${problem}`);
  return {
    ...(block === undefined ? {} : { block: block.trim() || NO_REASON }),
    ...(replace === undefined ? {} : { replace }),
    ...(input === undefined ? {} : { rewrite: { input } }),
    ...context(answer, true),
  };
}

function context(answer: object, strict: boolean): Pick<Effect, "context"> {
  const { context: given } = answer as { readonly context?: unknown };
  if (given === undefined) return {};
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  const texts = items.filter((item) => typeof item === "string");
  if (strict && texts.length < items.length) throw new HookFailure("it gave a context that is not text");
  return { context: texts.filter((item) => item.trim() !== "") };
}

function text(answer: object, key: string): string | undefined {
  const value = (answer as Readonly<Record<string, unknown>>)[key];
  if (value !== undefined && typeof value !== "string") throw new HookFailure(`it gave a ${key} that is not text`);
  return value;
}
