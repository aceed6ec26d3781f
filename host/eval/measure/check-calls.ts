import { allOf, anyOf, match } from "../matchers/match.ts";
import type { MatchModules } from "../matchers/match.ts";
import type { Match } from "../matchers/matcher.ts";
import { holdsFor } from "../suite/suite.ts";
import type { ArgumentsExpectation, ScopeExpectation, Variant } from "../suite/suite.ts";
import type { TrajectoryCall } from "../trajectory/trajectory.ts";

/** What calls are looked at for. */
interface Looking {
  readonly variant: Variant;
  readonly calls: readonly TrajectoryCall[];
  /** Where the task stands in the suite. */
  readonly where: string;
  readonly modules: MatchModules;
}

/** Whether arguments express what was asked for; null where nothing is said of this variant. */
export function checkArguments(
  expected: readonly ArgumentsExpectation[] | undefined,
  { variant, calls, where, modules }: Looking,
): Match | null {
  const matches = (expected ?? []).flatMap((one, index) => {
    if (!holdsFor(one.when, variant)) return [];
    const place = `${where}.arguments[${index}]`;
    const candidates = callsOf(calls, one.tool);
    if (candidates.length === 0) return [noCall(place, one.tool, calls)];
    const found = candidates.map((call): Match =>
      Object.hasOwn(call, "arguments")
        ? match(one.arguments, call.arguments, `${place}.arguments`, `call ${call.number} ${call.name}: $`, modules)
        : notRecorded(place, call, "arguments"),
    );
    return [combine(found, one.which ?? "some")];
  });
  return matches.length === 0 ? null : allOf(matches);
}

/** Whether results hold what was asked for and not much more; null where nothing is said of this variant. */
export function checkScope(
  expected: readonly ScopeExpectation[] | undefined,
  { variant, calls, where, modules }: Looking,
): Match | null {
  const matches = (expected ?? []).flatMap((one, index) => {
    if (!holdsFor(one.when, variant)) return [];
    const place = `${where}.scope[${index}]`;
    const all = callsOf(calls, one.tool);
    const candidates = all.filter(({ outcome }) => outcome === "ok");
    if (candidates.length === 0) return [noResult(place, one.tool, all)];
    const found = candidates.map((call): Match =>
      Object.hasOwn(call, "result")
        ? match(one.result, call.result, `${place}.result`, `result ${call.number} ${call.name}: $`, modules)
        : notRecorded(place, call, "result"),
    );
    return [combine(found, one.which ?? "every")];
  });
  return matches.length === 0 ? null : allOf(matches);
}

type Numbered = TrajectoryCall & { readonly number: number };

/** Calls of a tool, with their numbers among all calls. */
function callsOf(calls: readonly TrajectoryCall[], tool: string | undefined): readonly Numbered[] {
  return calls
    .filter(({ kind }) => kind === "tool")
    .map((call, index) => ({ ...call, number: index + 1 }))
    .filter(({ name }) => tool === undefined || name === tool);
}

function combine(found: readonly Match[], which: "some" | "every" | "first" | "last"): Match {
  if (which === "some") return anyOf(found);
  if (which === "every") return allOf(found);
  return allOf(found.slice(...(which === "first" ? [0, 1] : [-1])));
}

function noCall(place: string, tool: string | undefined, calls: readonly TrajectoryCall[]): Match {
  const names = [...new Set(calls.filter(({ kind }) => kind === "tool").map(({ name }) => name))];
  const got = names.length === 0 ? "no call of a tool" : `calls of ${names.slice(0, 10).join(", ")}`;
  return {
    verdict: "fail",
    mismatches: [{ matcher: place, at: "calls", expected: `a call of ${tool ?? "a tool"}`, got }],
  };
}

function noResult(place: string, tool: string | undefined, calls: readonly TrajectoryCall[]): Match {
  const errors = [...new Set(calls.flatMap(({ error }) => (error === undefined ? [] : [error.slice(0, 120)])))];
  const got =
    calls.length === 0
      ? "no call of it"
      : `${calls.length} that did not${errors.length === 0 ? "" : `: ${errors.slice(0, 3).join("; ")}`}`;
  const expected = `a call of ${tool ?? "a tool"} that succeeded`;
  return { verdict: "fail", mismatches: [{ matcher: place, at: "calls", expected, got }] };
}

function notRecorded(place: string, { number, name }: Numbered, what: string): Match {
  const mismatch = { matcher: place, at: `call ${number} ${name}`, expected: `its ${what}`, got: "not recorded" };
  return { verdict: "unknown", mismatches: [mismatch] };
}
