import { visible } from "../../events/visible.ts";
import type { Evaluation } from "../evaluate.ts";
import type { VariantSummary } from "../measure/summarize.ts";
import { MEASURES } from "../suite/suite.ts";
import {
  comparisonText,
  countText,
  EXPLANATIONS,
  failuresOf,
  intervalText,
  MEASURE_TITLES,
  spreadText,
  sumText,
} from "./words.ts";

/** Failures that are listed, of each measure of a run the first; all are in the JSON. */
const MAX_FAILURES = 200;
const MAX_TEXT = 400;

/** An evaluation as Markdown: tables that can be read as they are. Texts from outside are escaped. */
export function evaluationMarkdown(evaluation: Evaluation): string {
  const { suite, variants, comparisons, remarks, isocell, date } = evaluation;
  const parts = [
    `# ${escape(suite.name)}`,
    ...(suite.note === "" ? [] : [escape(suite.note, 4000)]),
    ...remarks.map((remark) => `> ${escape(remark)}`),
    "## Variants",
    table(
      ["variant", ...variablesOf(evaluation), "passed", "95 % interval", ...MEASURES.map((one) => MEASURE_TITLES[one])],
      [
        ...variants.map((one) => [
          one.variant.id,
          ...variablesOf(evaluation).map((name) => String(one.variant.values[name] ?? "")),
          withMissing(one),
          intervalText(one.interval),
          ...MEASURES.map((measure) => countText(one.measures[measure])),
        ]),
      ],
    ),
    table(
      [
        "variant",
        "calls",
        "failed calls",
        "retries",
        "result tokens",
        "ms of calls",
        "ms",
        "rounds",
        "tokens in",
        "tokens out",
      ],
      variants.map(({ variant, figures }) => [
        variant.id,
        spreadText(figures.calls),
        sumText(figures.failedCalls),
        sumText(figures.retries),
        spreadText(figures.resultTokens),
        spreadText(figures.callMs),
        spreadText(figures.ms),
        spreadText(figures.rounds),
        spreadText(figures.inputTokens),
        spreadText(figures.outputTokens),
      ]),
    ),
    "## Tasks",
    table(
      ["task", ...variants.map(({ variant }) => variant.id)],
      evaluation.tasks.map(({ id }, index) => [id, ...variants.map(({ tasks }) => taskCount(tasks[index]?.passed))]),
    ),
    ...comparisonParts(comparisons),
    ...failureParts(evaluation),
    "## How to read this",
    EXPLANATIONS.map((line) => `- ${escape(line)}`).join("\n"),
    `isocell ${escape(isocell)}, ${escape(date)}, suite ${escape(suite.digest)}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The names of the variables, in the suite's order. */
export function variablesOf({ suite }: Evaluation): readonly string[] {
  return Object.keys(suite.variables);
}

/** The count of a variant's runs, with those that are missing. */
export function withMissing({ passed, missing }: VariantSummary): string {
  return missing === 0 ? countText(passed) : `${countText(passed)} (${missing} missing)`;
}

function taskCount(count: VariantSummary["passed"] | undefined): string {
  return count === undefined ? "–" : countText(count);
}

function comparisonParts({ list, pairs }: Evaluation["comparisons"]): readonly string[] {
  if (list.length === 0) return [];
  const items = list.map((comparison) => {
    const changed = comparison.changed.map(
      ({ variable, one, other }) => `${variable}: ${String(one)} to ${String(other)}`,
    );
    const lines = [
      `- ${escape(comparison.one)} and ${escape(comparison.other)} (${escape(changed.join("; ") || "nothing changed")}). ${escape(comparisonText(comparison, list.length))}`,
      ...comparison.warnings.map((warning) => `  - ${escape(warning)}`),
    ];
    return lines.join("\n");
  });
  const left = pairs > list.length ? [`${pairs - list.length} further pairs were not compared.`] : [];
  return ["## Comparisons", items.join("\n"), ...left];
}

function failureParts({ runs }: Evaluation): readonly string[] {
  const lines = runs.flatMap((run) => {
    const name = `${run.variant.id}, ${run.task}, repetition ${run.repetition}`;
    if (run.status === "missing") return [`- ${escape(name)}: missing: ${escape(run.reason)}`];
    const unread =
      run.reading.skipped === 0 ? [] : [`- ${escape(name)}: ${run.reading.skipped} lines could not be read`];
    const byMeasure = Map.groupBy(failuresOf(run), ({ measure }) => measure);
    const failures = [...byMeasure].map(([measure, all]) => {
      const { matcher = "", at = "", expected = "", got = "" } = all[0]?.mismatch ?? {};
      const more = all.length === 1 ? "" : `; and ${all.length - 1} more`;
      return `- ${escape(name)}: ${escape(measure)}: at ${escape(at)} expected ${escape(expected)}, got ${escape(got)} (${escape(matcher)})${more}`;
    });
    return [...unread, ...failures];
  });
  if (lines.length === 0) return [];
  const left = lines.length - MAX_FAILURES;
  const more = left > 0 ? [`And ${left} more, which are in the JSON.`] : [];
  return ["## What was not as expected", lines.slice(0, MAX_FAILURES).join("\n"), ...more];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => escape(cell)).join(" | ")} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? "---" : "---:")).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}

/** A text that Markdown and HTML take as it is, on one line. */
function escape(text: string, max: number = MAX_TEXT): string {
  return visible(text, max)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_[\]|~#]/g, "\\$&")
    .replace(/:\/\//g, ":\u200B//");
}
