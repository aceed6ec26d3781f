import { formatNumber } from "../../bench/statistics.ts";
import type { Comparison } from "../compare/compare-variants.ts";
import type { Run } from "../measure/run.ts";
import type { Count, Spread } from "../measure/summarize.ts";
import type { Mismatch } from "../matchers/matcher.ts";
import { MEASURES } from "../suite/suite.ts";
import type { Measure } from "../suite/suite.ts";

/** What the measures are called at the top of a column. */
export const MEASURE_TITLES: Readonly<Record<Measure, string>> = {
  answer: "answer right",
  arguments: "arguments fit",
  scope: "within scope",
  errors: "no tool errors",
};

/** `7/12`, with `+2?` for runs that are not known; `–` where nothing was measured. */
export function countText({ passed, runs, unknown }: Count): string {
  if (runs + unknown === 0) return "–";
  return `${passed}/${runs}${unknown === 0 ? "" : ` +${unknown}?`}`;
}

/** `29–62 %`. */
export function intervalText([low, high]: readonly [number, number]): string {
  return `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
}

/** The median, with the range where there is one. */
export function spreadText(spread: Spread | null): string {
  if (spread === null) return "–";
  const { min, median, max } = spread;
  return min === max ? formatNumber(median) : `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}

/** The sum of a figure over all runs. */
export function sumText(spread: Spread | null): string {
  return spread === null ? "–" : formatNumber(spread.sum);
}

/** `p = 0.037`, `p < 0.0001`. */
function probabilityText(p: number): string {
  if (p < 0.0001) return "p < 0.0001";
  return `p = ${p > 0.999 ? "1" : p.toPrecision(2)}`;
}

/** A comparison in sentences. */
export function comparisonText(comparison: Comparison, comparisons: number): string {
  const { one, other, passed, fisher, fisherAdjusted, paired } = comparison;
  const counts = `${one} passed ${passed.one.passed} of ${passed.one.runs} runs, ${other} ${passed.other.passed} of ${passed.other.runs}.`;
  if (passed.one.runs === 0 || passed.other.runs === 0) return counts;
  const corrected =
    comparisons > 1 ? `; ${probabilityText(fisherAdjusted)} corrected for ${comparisons} comparisons` : "";
  const test = `If both were equally good, counts at least this uneven would come about by chance with ${probabilityText(fisher)} (Fisher's exact test${corrected}).`;
  return [counts, test, ...(paired === null ? [] : [pairedText(comparison, paired)])].join(" ");
}

function pairedText({ one, other }: Comparison, paired: NonNullable<Comparison["paired"]>): string {
  const { pairs, onlyOne, onlyOther, p } = paired;
  const differing = onlyOne + onlyOther;
  if (differing === 0) return `Of ${pairs} pairs of the same task and repetition none came out differently.`;
  return `Of ${pairs} pairs of the same task and repetition ${differing} came out differently; of those ${one} passed ${onlyOne} and ${other} ${onlyOther}: ${probabilityText(p)} (McNemar's exact test).`;
}

/** What was wrong with a run, measure by measure; empty for one that passed. */
export function failuresOf(run: Run): readonly { readonly measure: string; readonly mismatch: Mismatch }[] {
  if (run.status === "missing") return [];
  return MEASURES.flatMap((measure) =>
    (run.measures[measure]?.mismatches ?? []).map((mismatch) => ({
      measure:
        run.measures[measure]?.verdict === "unknown"
          ? `${MEASURE_TITLES[measure]}: not known`
          : MEASURE_TITLES[measure],
      mismatch,
    })),
  );
}

/** What the columns and tests mean; stands below every report. */
export const EXPLANATIONS: readonly string[] = [
  "A run passes when all its measures do. Runs with +? could not be decided and count neither way; a dash means that nothing was measured.",
  "Intervals are 95 % confidence intervals (Wilson) of the rate at which runs would pass. Figures are medians over runs, with the smallest and the largest.",
  "Tokens are estimates: a quarter of the bytes. Retries are calls of a tool whose call before had failed.",
  "A small p says that chance alone seldom does this; it does not say how large the difference is, nor why there is one. A large p does not say that there is none.",
];
