import type { Run } from "../measure/run.ts";
import type { VariantSummary } from "../measure/summarize.ts";
import { changedVariables } from "../suite/variants.ts";
import { fisherExact, holmAdjusted, mcNemarExact } from "./exact-tests.ts";

/** More pairs of variants than this are not compared. */
const MAX_PAIRS = 45;
/** Fewer runs than this are told to be few. */
const FEW_RUNS = 20;

/** Two variants side by side. */
export interface Comparison {
  readonly one: string;
  readonly other: string;
  /** Variables in which they differ, with both values. */
  readonly changed: readonly { readonly variable: string; readonly one: unknown; readonly other: unknown }[];
  readonly passed: { readonly one: Passed; readonly other: Passed };
  /** Fisher's exact test of the counts, two-sided. */
  readonly fisher: number;
  /** The same, corrected for the number of comparisons (Holm). */
  readonly fisherAdjusted: number;
  /** McNemar's exact test, where both did the same tasks and repetitions; else null. */
  readonly paired: Paired | null;
  readonly warnings: readonly string[];
}

interface Passed {
  readonly passed: number;
  readonly runs: number;
}

/** Runs of the same task and repetition, which both variants have. */
interface Paired {
  readonly pairs: number;
  readonly both: number;
  readonly onlyOne: number;
  readonly onlyOther: number;
  readonly neither: number;
  readonly p: number;
}

/** All comparisons, and how many there would have been. */
export interface Comparisons {
  readonly list: readonly Comparison[];
  readonly pairs: number;
}

/** Compares each variant with each other; where those are too many, first those that differ in the fewest variables. */
export function compareVariants(summaries: readonly VariantSummary[], runs: readonly Run[]): Comparisons {
  const pairs = summaries.flatMap((one, index) =>
    summaries.slice(index + 1).map((other) => ({ one, other, changed: changedVariables(one.variant, other.variant) })),
  );
  const chosen =
    pairs.length <= MAX_PAIRS
      ? pairs
      : pairs.toSorted((a, b) => a.changed.length - b.changed.length).slice(0, MAX_PAIRS);
  const tests = chosen.map(({ one, other }) => fisherExact(one.passed, other.passed));
  const adjusted = holmAdjusted(tests);
  const outcomes = outcomesByVariant(runs);
  const list = chosen.map(({ one, other, changed }, index): Comparison => {
    const paired = pairUp(outcomes.get(one.variant.id), outcomes.get(other.variant.id));
    return {
      one: one.variant.id,
      other: other.variant.id,
      changed: changed.map((variable) => ({
        variable,
        one: one.variant.values[variable],
        other: other.variant.values[variable],
      })),
      passed: { one: plain(one), other: plain(other) },
      fisher: tests[index] ?? 1,
      fisherAdjusted: adjusted[index] ?? 1,
      paired,
      warnings: warningsOf(one, other, changed, paired),
    };
  });
  return { list, pairs: pairs.length };
}

function plain({ passed: { passed, runs } }: VariantSummary): Passed {
  return { passed, runs };
}

function warningsOf(
  one: VariantSummary,
  other: VariantSummary,
  changed: readonly string[],
  paired: Paired | null,
): readonly string[] {
  const warnings: string[] = [];
  if (changed.length > 1) {
    warnings.push(
      `${changed.length} variables changed at once (${changed.join(", ")}): a difference cannot be put down to one of them.`,
    );
  }
  if (changed.length === 0)
    warnings.push("No variable changed: a difference is chance, or of something that is not named.");
  const fewest = Math.min(one.passed.runs, other.passed.runs);
  if (fewest === 0) warnings.push("One of them has no run that counts: nothing can be said.");
  else if (fewest < FEW_RUNS) {
    warnings.push(
      `Few runs (${one.passed.runs} and ${other.passed.runs}): only a large difference would show, and its size is uncertain.`,
    );
  }
  const unknown = one.passed.unknown + other.passed.unknown;
  if (unknown > 0) warnings.push(`${unknown} runs count neither way: their trajectories do not hold what is measured.`);
  if (one.missing + other.missing > 0) warnings.push(`${one.missing + other.missing} runs are missing.`);
  if (paired === null && fewest > 0) {
    warnings.push("They did not do the same tasks and repetitions: runs cannot be paired.");
  }
  return warnings;
}

type Outcomes = ReadonlyMap<string, boolean>;

/** Whether runs passed, by task and repetition; those that are not known are left out. */
function outcomesByVariant(runs: readonly Run[]): ReadonlyMap<string, Outcomes> {
  const byVariant = new Map<string, Map<string, boolean>>();
  for (const run of runs) {
    if (run.status === "missing" || run.passed === "unknown") continue;
    const own = byVariant.get(run.variant.id) ?? new Map<string, boolean>();
    own.set(JSON.stringify([run.task, run.repetition]), run.passed === "pass");
    byVariant.set(run.variant.id, own);
  }
  return byVariant;
}

function pairUp(one: Outcomes | undefined, other: Outcomes | undefined): Paired | null {
  if (one === undefined || other === undefined || one.size !== other.size) return null;
  const counts = { both: 0, onlyOne: 0, onlyOther: 0, neither: 0 };
  for (const [key, passed] of one) {
    const beside = other.get(key);
    if (beside === undefined) return null;
    if (passed) counts[beside ? "both" : "onlyOne"] += 1;
    else counts[beside ? "onlyOther" : "neither"] += 1;
  }
  return { pairs: one.size, ...counts, p: mcNemarExact(counts.onlyOne, counts.onlyOther) };
}
