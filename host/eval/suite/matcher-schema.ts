// The message of each schema is the phrase that completes "expected …".
import { z } from "zod";
import { compileJsonPath } from "../matchers/json-path.ts";
import { MATCHER_KINDS } from "../matchers/matcher.ts";
import type { Bounds, Matcher } from "../matchers/matcher.ts";
import { regexProblem } from "../matchers/regex.ts";

/** A text that is not empty. */
export const text: z.ZodString = z.string("a string").min(1, "a string that is not empty");

/** An object without other keys than these. */
export function strict<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const keys = Object.keys(shape).join(", ");
  return z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? keys : "an object") });
}

const number = z.number("a number").exactOptional();

/** A lower bound, an upper one, or both. */
export const boundsSchema: z.ZodType<Bounds> = strict({ min: number, max: number }).check((context) => {
  const { min, max } = context.value;
  if (min === undefined && max === undefined) report(context, "min, max or both", []);
  if (min !== undefined && max !== undefined && min > max) report(context, "min to be at most max", []);
});

/** Reports what is wrong with a value that a check looks at. */
export function report(
  { value, issues }: { readonly value: unknown; readonly issues: z.core.$ZodRawIssue[] },
  message: string,
  path: readonly PropertyKey[],
): void {
  const input = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], value);
  issues.push({ code: "custom", message, input, path: [...path] });
}

const inner = z.lazy(() => matcherSchema);
const list = z.array(inner, "an array of matchers").min(1, "an array of at least one matcher").exactOptional();
const optional = inner.exactOptional();

/** Keys that go with a kind. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  contains: ["ignoreCase"],
  regex: ["flags"],
  path: ["matches", "list", "which"],
  module: ["options"],
};

const shape = strict({
  equals: z.unknown().exactOptional(),
  items: z.array(z.unknown(), "an array").exactOptional(),
  subset: z.unknown().exactOptional(),
  contains: text.exactOptional(),
  ignoreCase: z.boolean("true or false").exactOptional(),
  regex: z.string("a regular expression as a string").exactOptional(),
  flags: z.string("a string").exactOptional(),
  range: boundsSchema.exactOptional(),
  length: boundsSchema.exactOptional(),
  tokens: boundsSchema.exactOptional(),
  path: z.string("a JSON path as a string").exactOptional(),
  matches: optional,
  list: optional,
  which: z.enum(["every", "some"], '"every" or "some"').exactOptional(),
  each: optional,
  some: optional,
  json: optional,
  all: list,
  any: list,
  not: optional,
  module: text.exactOptional(),
  options: z.unknown().exactOptional(),
});

/** A matcher: of all kinds exactly one, with what goes with it. */
export const matcherSchema: z.ZodType<Matcher> = shape.check((context) => {
  const { value } = context;
  const kinds = MATCHER_KINDS.filter((kind) => Object.hasOwn(value, kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    return report(context, `exactly one of ${MATCHER_KINDS.join(", ")}`, []);
  }
  const companions = COMPANIONS[kind] ?? [];
  const stray = Object.keys(value).find((key) => key !== kind && !companions.includes(key));
  if (stray !== undefined) return report(context, `nothing here: ${stray} does not go with ${kind}`, [stray]);
  if (value.regex !== undefined) {
    const problem = regexProblem(value.regex, value.flags ?? "");
    if (problem !== null) report(context, problem, ["regex"]);
  }
  if (value.path === undefined) return;
  const path = compileJsonPath(value.path);
  if (typeof path !== "function") report(context, path.problem, ["path"]);
  if ((value.matches === undefined) === (value.list === undefined)) {
    report(context, "either matches or list beside path", []);
  }
  if (value.which !== undefined && value.list !== undefined) report(context, "no which beside list", ["which"]);
}) as unknown as z.ZodType<Matcher>;
