import { isJsonObject } from "../../../tools/index.ts";
import { childrenOf, compileJsonPath } from "./json-path.ts";
import type { Found } from "./json-path.ts";
import { hasAll, sameItems, sameJson } from "./json-compare.ts";
import { parseJson, showValue, tokensOf } from "./json-value.ts";
import type { Bounds, Match, Matcher, MatchFunction, Mismatch } from "./matcher.ts";
import { MAX_REGEX_TEXT, REGEX_DEADLINE_MS, searchRegex } from "./regex.ts";

/** Mismatches that are told of one value; the others would say the same again. */
const MAX_MISMATCHES = 8;

/** The modules that matchers name, loaded. */
export type MatchModules = ReadonlyMap<string, MatchFunction>;

const PASS: Match = { verdict: "pass", mismatches: [] };
const NO_MODULES: MatchModules = new Map();

/**
 * Looks whether a value is as a matcher says.
 *
 * @param where the matcher's own place, for mismatches.
 * @param at the value's place.
 */
export function match(
  matcher: Matcher,
  value: unknown,
  where: string,
  at = "$",
  modules: MatchModules = NO_MODULES,
): Match {
  const told = (kind: string, expected: string, got: string, verdict: "fail" | "unknown" = "fail"): Match => ({
    verdict,
    mismatches: [{ matcher: `${where}.${kind}`, at, expected, got }],
  });
  const fail = (kind: string, expected: string, verdict?: "fail" | "unknown"): Match =>
    told(kind, expected, showValue(value), verdict);
  const decide = (kind: string, holds: boolean, expected: string): Match => (holds ? PASS : fail(kind, expected));
  const inner = (kind: string, other: Matcher, found: Found = { at, value }): Match =>
    match(other, found.value, `${where}.${kind}`, found.at, modules);

  if ("equals" in matcher) return decide("equals", sameJson(value, matcher.equals), showValue(matcher.equals));
  if ("items" in matcher) {
    return decide("items", sameItems(value, matcher.items), `in any order, exactly ${showValue(matcher.items)}`);
  }
  if ("subset" in matcher)
    return decide("subset", hasAll(value, matcher.subset), `at least ${showValue(matcher.subset)}`);
  if ("contains" in matcher) {
    const { contains, ignoreCase = false } = matcher;
    const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
    const holds = typeof value === "string" && fold(value).includes(fold(contains));
    return decide("contains", holds, `a text with ${showValue(contains)} in it`);
  }
  if ("regex" in matcher) {
    const { regex, flags = "" } = matcher;
    const expected = `a text that /${regex}/${flags} finds something in`;
    if (typeof value !== "string") return fail("regex", expected);
    if (value.length > MAX_REGEX_TEXT) return fail("regex", `${expected}; it is too long to be searched`, "unknown");
    const found = searchRegex(regex, flags, value);
    if (found === null)
      return fail("regex", `${expected}; it had not decided after ${REGEX_DEADLINE_MS} ms`, "unknown");
    return decide("regex", found, expected);
  }
  if ("range" in matcher) {
    return decide(
      "range",
      typeof value === "number" && within(matcher.range, value),
      `a number ${bounds(matcher.range)}`,
    );
  }
  if ("length" in matcher) {
    const length = lengthOf(value);
    const expected = `a length ${bounds(matcher.length)}`;
    if (length === null) return fail("length", expected);
    return within(matcher.length, length) ? PASS : told("length", expected, `${length}: ${showValue(value)}`);
  }
  if ("tokens" in matcher) {
    const tokens = tokensOf(value);
    return within(matcher.tokens, tokens)
      ? PASS
      : told("tokens", `tokens ${bounds(matcher.tokens)}`, `${tokens} tokens`);
  }
  if ("path" in matcher) {
    const find = compileJsonPath(matcher.path);
    if (typeof find !== "function") return fail("path", find.problem, "unknown");
    const found = find(value, at);
    if ("list" in matcher) {
      return inner("list", matcher.list, { at: `${at}${matcher.path.slice(1)}`, value: found.map((one) => one.value) });
    }
    if (found.length === 0) return fail("path", `something at ${matcher.path}`);
    const matches = found.map((one) => inner("matches", matcher.matches, one));
    return matcher.which === "some" ? anyOf(matches) : allOf(matches);
  }
  if ("each" in matcher) {
    if (!Array.isArray(value)) return fail("each", "an array");
    return allOf(childrenOf(value, at).map((found) => inner("each", matcher.each, found)));
  }
  if ("some" in matcher) {
    if (!Array.isArray(value)) return fail("some", "an array");
    if (value.length === 0) return fail("some", "an array that is not empty");
    return anyOf(childrenOf(value, at).map((found) => inner("some", matcher.some, found)));
  }
  if ("json" in matcher) {
    const parsed = typeof value === "string" ? parseJson(value) : { problem: "it is no text" };
    return "problem" in parsed
      ? fail("json", `a text of JSON, but ${parsed.problem}`)
      : inner("json", matcher.json, { at, value: parsed.value });
  }
  if ("all" in matcher) return allOf(matcher.all.map((one, index) => inner(`all[${index}]`, one)));
  if ("any" in matcher) return anyOf(matcher.any.map((one, index) => inner(`any[${index}]`, one)));
  if ("not" in matcher) {
    const opposite = inner("not", matcher.not);
    if (opposite.verdict === "unknown") return opposite;
    return decide("not", opposite.verdict === "fail", `not ${showValue(matcher.not)}`);
  }
  const decided = askModule(modules.get(matcher.module), value, matcher.options);
  if ("verdict" in decided) return decided;
  return fail("module", `${matcher.module}: ${decided.reason}`, decided.known ? "fail" : "unknown");
}

/** All have to pass. One that fails decides, whatever could not be decided. */
export function allOf(matches: readonly Match[]): Match {
  const verdict = ["fail", "unknown"].find((one) => matches.some((other) => other.verdict === one));
  if (verdict === undefined) return PASS;
  return {
    verdict: verdict as Match["verdict"],
    mismatches: mismatchesOf(matches.filter((one) => one.verdict === verdict)),
  };
}

/** One has to pass; without any, none does. */
export function anyOf(matches: readonly Match[]): Match {
  if (matches.some(({ verdict }) => verdict === "pass")) return PASS;
  const undecided = matches.some(({ verdict }) => verdict === "unknown");
  return { verdict: undecided ? "unknown" : "fail", mismatches: mismatchesOf(matches) };
}

function mismatchesOf(matches: readonly Match[]): readonly Mismatch[] {
  return matches.flatMap(({ mismatches }) => mismatches).slice(0, MAX_MISMATCHES);
}

function askModule(
  decide: MatchFunction | undefined,
  value: unknown,
  options: unknown,
): Match | { readonly reason: string; readonly known: boolean } {
  if (decide === undefined) return { reason: "it was not loaded", known: false };
  try {
    const answer: unknown = decide(value, options);
    if (answer === true) return PASS;
    if (answer === false) return { reason: "it said no", known: true };
    if (typeof answer === "string") return { reason: answer, known: true };
    return { reason: "it answered with neither a boolean nor a text", known: false };
  } catch (error) {
    return { reason: `it threw: ${error instanceof Error ? error.message : String(error)}`, known: false };
  }
}

function within({ min = -Infinity, max = Infinity }: Bounds, number: number): boolean {
  return number >= min && number <= max;
}

function bounds({ min, max }: Bounds): string {
  if (min === undefined) return `of at most ${max}`;
  if (max === undefined) return `of at least ${min}`;
  return min === max ? `of ${min}` : `from ${min} to ${max}`;
}

function lengthOf(value: unknown): number | null {
  if (typeof value === "string") return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : null;
}
