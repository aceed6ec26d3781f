import { median } from "../../bench/statistics.ts";
import { wilsonInterval } from "../compare/exact-tests.ts";
import { MEASURES } from "../suite/suite.ts";
import type { Measure, Suite, Variant } from "../suite/suite.ts";
import type { Figures, MeasuredRun, Run } from "./run.ts";

/** How many of some runs passed. Runs that are not known count neither way. */
export interface Count {
  readonly passed: number;
  readonly runs: number;
  readonly unknown: number;
}

/** How a figure spreads over runs. */
export interface Spread {
  readonly runs: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly sum: number;
}

/** The runs of one variant in short. */
export interface VariantSummary {
  readonly variant: Variant;
  readonly passed: Count;
  /** 95 % confidence interval of the rate (Wilson), as shares of 1. */
  readonly interval: readonly [low: number, high: number];
  readonly measures: Readonly<Record<Measure, Count>>;
  readonly missing: number;
  /** Null where no run tells. */
  readonly figures: Readonly<Record<keyof Figures, Spread | null>>;
  readonly tasks: readonly { readonly task: string; readonly passed: Count }[];
}

const FIGURES = [
  "calls",
  "commands",
  "failedCalls",
  "retries",
  "resultTokens",
  "callMs",
  "ms",
  "rounds",
  "inputTokens",
  "outputTokens",
] as const satisfies readonly (keyof Figures)[];

/** Sums up the runs of each variant, in the suite's order. */
export function summarizeVariants({ variants, tasks }: Suite, runs: readonly Run[]): readonly VariantSummary[] {
  return variants.map((variant) => {
    const own = runs.filter((run) => run.variant.id === variant.id);
    const measured = own.filter((run) => run.status === "measured");
    const passed = countOf(measured.map((run) => run.passed));
    return {
      variant,
      passed,
      interval: wilsonInterval(passed.passed, passed.runs),
      measures: byKey(MEASURES, (measure) =>
        countOf(measured.flatMap(({ measures }) => measures[measure]?.verdict ?? [])),
      ),
      missing: own.length - measured.length,
      figures: byKey(FIGURES, (figure) => spreadOf(measured, figure)),
      tasks: tasks.map(({ id }) => ({
        task: id,
        passed: countOf(measured.filter(({ task }) => task === id).map((run) => run.passed)),
      })),
    };
  });
}

function countOf(verdicts: readonly MeasuredRun["passed"][]): Count {
  const count = (wanted: MeasuredRun["passed"]): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { passed: count("pass"), runs: count("pass") + count("fail"), unknown: count("unknown") };
}

function spreadOf(runs: readonly MeasuredRun[], figure: keyof Figures): Spread | null {
  const values = runs.flatMap(({ figures }) => figures[figure] ?? []).sort((a, b) => a - b);
  const [min, max] = [values[0], values.at(-1)];
  if (min === undefined || max === undefined) return null;
  return { runs: values.length, min, median: median(values), max, sum: values.reduce((sum, value) => sum + value, 0) };
}

function byKey<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Readonly<Record<K, V>> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
