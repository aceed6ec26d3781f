import { resolve } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import { packageVersion } from "../version.ts";
import { compareVariants } from "./compare/compare-variants.ts";
import type { Comparisons } from "./compare/compare-variants.ts";
import { measureRun } from "./measure/measure-run.ts";
import type { MissingRun, Run, RunKey } from "./measure/run.ts";
import { summarizeVariants } from "./measure/summarize.ts";
import type { VariantSummary } from "./measure/summarize.ts";
import { DEFAULT_ROUNDS, DEFAULT_TOKENS, checkLive, runLive } from "./live/run-live.ts";
import { EvaluationFolder } from "./store/folder.ts";
import type { KeptRun } from "./store/folder.ts";
import { loadFunction, sourceOf } from "./suite/load-suite.ts";
import type { Form, LiveSource, Source, Suite } from "./suite/suite.ts";
import { encodeTrajectoryLine, TRAJECTORY_FORMAT } from "./trajectory/format.ts";
import type { TrajectoryLine } from "./trajectory/format.ts";
import { readTrajectory } from "./trajectory/read-trajectory.ts";

/** A function that a script module exports as `trajectory`: the lines of a run, in order. */
type ScriptFunction = (run: {
  readonly task: string;
  readonly prompt: string;
  readonly variant: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly repetition: number;
  readonly signal: AbortSignal;
}) => readonly TrajectoryLine[] | Promise<readonly TrajectoryLine[]>;

/** What came of a suite. */
export interface Evaluation {
  readonly isocell: string;
  readonly date: string;
  readonly suite: Pick<Suite, "name" | "note" | "digest" | "repetitions" | "variables" | "passes">;
  readonly tasks: readonly { readonly id: string; readonly prompt: string }[];
  readonly variants: readonly VariantSummary[];
  readonly comparisons: Comparisons;
  readonly runs: readonly Run[];
  /** What readers of the figures should know. */
  readonly remarks: readonly string[];
}

/** What the live runs of a suite may cost. */
export interface LivePlan {
  readonly runs: number;
  /** At most. */
  readonly requests: number;
  readonly tokens: number;
  readonly models: readonly string[];
}

/** How a suite is evaluated. */
export interface EvaluateOptions {
  /** Where raw trajectories go, or come from. */
  readonly folder: string;
  /** Measure what is in the folder, instead of running anything. */
  readonly again: boolean;
  /** Most live runs; those after them are missing. */
  readonly limit?: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number, key: RunKey) => void;
}

/** All runs of a suite, in order. */
function runsOf({ tasks, variants, repetitions }: Suite): readonly RunKey[] {
  return variants.flatMap((variant) =>
    tasks.flatMap(({ id }) =>
      Array.from({ length: repetitions }, (_, index) => ({ task: id, variant, repetition: index + 1 })),
    ),
  );
}

/**
 * What the live runs may cost; no request is sent.
 * @throws {IsocellError} `invalid_config` when something that they need is missing.
 */
export function planLive(suite: Suite, limit: number = Number.POSITIVE_INFINITY): LivePlan {
  const live = runsOf(suite)
    .map((key) => sourceOf(suite, key.variant, key))
    .filter(isLive)
    .slice(0, limit);
  for (const source of live) checkLive(suite, source);
  const sum = (valueOf: (source: LiveSource) => number): number =>
    live.reduce((total, source) => total + valueOf(source), 0);
  return {
    runs: live.length,
    requests: sum(({ maxRounds = DEFAULT_ROUNDS }) => maxRounds),
    tokens: sum(({ maxTokens = DEFAULT_TOKENS }) => maxTokens),
    models: [...new Set(live.map(({ model, baseUrl }) => `${model} at ${baseUrl}`))],
  };
}

/**
 * Takes the trajectory of each run, keeps it, and measures it. What goes wrong with one run makes that run missing.
 * @throws {IsocellError} when the folder can't be used, or the suite is wrong.
 */
export async function evaluateSuite(suite: Suite, options: EvaluateOptions): Promise<Evaluation> {
  const folder = new EvaluationFolder(resolve(options.folder));
  const kept = options.again ? await keptRuns(folder) : null;
  if (kept === null) await folder.create(suite);
  const keys = runsOf(suite);
  const runs: Run[] = [];
  const manifest: KeptRun[] = [];
  let live = 0;
  for (const [index, key] of keys.entries()) {
    options.onProgress?.(index, keys.length, key);
    const source = kept === null ? sourceOf(suite, key.variant, key) : null;
    const skip =
      source !== null && isLive(source) && ++live > (options.limit ?? Number.POSITIVE_INFINITY)
        ? "left out: the limit of live runs was reached"
        : options.signal.aborted
          ? "left out: the evaluation was stopped"
          : null;
    let entry: { readonly form: Form } | { readonly reason: string };
    if (skip !== null) entry = { reason: skip };
    else if (source === null)
      entry = kept?.get(keyOf(key.task, key.variant.id, key.repetition)) ?? { reason: NOT_KEPT };
    else entry = await takeTrajectory(suite, source, key, folder, options.signal);
    const run = "form" in entry ? await measureKept(suite, key, folder, entry.form) : missing(key, entry.reason);
    runs.push(run);
    const id = { task: key.task, variant: key.variant.id, repetition: key.repetition };
    manifest.push({ ...id, ...entry });
    // After each run that cost something, so that nothing is lost with the process.
    const last = index === keys.length - 1;
    if (kept === null && (last || (source !== null && isLive(source)))) {
      await folder.writeManifest(suite, packageVersion(), manifest);
    }
  }
  const variants = summarizeVariants(suite, runs);
  const { name, note, digest, repetitions, variables, passes } = suite;
  return {
    isocell: packageVersion(),
    date: new Date().toISOString(),
    suite: { name, note, digest, repetitions, variables, passes },
    tasks: suite.tasks.map(({ id, prompt }) => ({ id, prompt })),
    variants,
    comparisons: compareVariants(variants, runs),
    runs,
    remarks: remarksOn(suite, runs, options.again ? await folder.readManifest() : null),
  };
}

const NOT_KEPT = "there is no trajectory of it in the folder";

function isLive(source: Source): source is LiveSource {
  return source.type !== "recorded" && source.type !== "script";
}

function missing(key: RunKey, reason: string): MissingRun {
  return { ...key, status: "missing", reason };
}

function keyOf(task: string, variant: string, repetition: number): string {
  return JSON.stringify([task, variant, repetition]);
}

async function keptRuns(
  folder: EvaluationFolder,
): Promise<ReadonlyMap<string, { readonly form: Form } | { readonly reason: string }>> {
  const { runs } = await folder.readManifest();
  return new Map(
    runs.map(({ task, variant, repetition, form, reason }) => [
      keyOf(task, variant, repetition),
      form === undefined ? { reason: reason ?? NOT_KEPT } : { form },
    ]),
  );
}

/** Takes a run's trajectory from its source into the folder. */
async function takeTrajectory(
  suite: Suite,
  source: Source,
  key: RunKey,
  folder: EvaluationFolder,
  signal: AbortSignal,
): Promise<{ readonly form: Form } | { readonly reason: string }> {
  try {
    if (source.type === "recorded") {
      const file = resolve(suite.folder, source.path);
      const form = source.form ?? "isocell";
      // What can't be read is not kept either.
      await readTrajectory(file, form);
      await folder.keepCopy(key, file);
      return { form };
    }
    const prompt = suite.tasks.find(({ id }) => id === key.task)?.prompt ?? "";
    const header = { type: "trajectory/header", format: TRAJECTORY_FORMAT } as const;
    const which = { task: key.task, variant: key.variant.id, repetition: key.repetition };
    if (isLive(source)) {
      const lines = await runLive(suite, source, prompt, signal);
      await folder.keepText(key, textOf([{ ...header, origin: "live", ...which, model: source.model }, ...lines]));
      return { form: "isocell" };
    }
    const run = (await loadFunction(source.module, "trajectory", suite.file)) as ScriptFunction;
    const lines = await run({ ...which, prompt, values: key.variant.values, signal });
    const own = lines[0]?.type === "trajectory/header";
    await folder.keepText(key, textOf(own ? lines : [{ ...header, origin: "script", ...which }, ...lines]));
    return { form: "isocell" };
  } catch (error) {
    if (error instanceof IsocellError && error.code === "invalid_config") throw error;
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function textOf(lines: readonly TrajectoryLine[]): string {
  return lines.map(encodeTrajectoryLine).join("");
}

async function measureKept(suite: Suite, key: RunKey, folder: EvaluationFolder, form: Form): Promise<Run> {
  const file = folder.rawFile(key);
  try {
    const trajectory = await readTrajectory(resolve(folder.path, file), form);
    const { reason, message } = trajectory.end ?? {};
    // Not the model failed, but its endpoint or whoever ran it.
    if (reason === "error" || reason === "stopped") {
      return missing(
        key,
        `the run ended early (${[reason, message].filter(Boolean).join(": ")}); what there is of it: ${file}`,
      );
    }
    return measureRun(suite, key, trajectory, file);
  } catch (error) {
    if (error instanceof IsocellError) return missing(key, error.message);
    throw error;
  }
}

function remarksOn(
  suite: Suite,
  runs: readonly Run[],
  manifest: { readonly suite: { readonly digest: string }; readonly runs: readonly KeptRun[] } | null,
): readonly string[] {
  const remarks: string[] = [];
  const measured = runs.filter((run) => run.status === "measured");
  const constructed = measured.filter(({ origin }) => origin === "constructed").length;
  if (constructed > 0) {
    remarks.push(
      `${constructed} of ${measured.length} trajectories are constructed, not recorded: they show what is measured, and say nothing about any model.`,
    );
  }
  const scripted = measured.filter(({ origin }) => origin === "script").length;
  if (scripted > 0)
    remarks.push(`${scripted} of ${measured.length} trajectories were made by a script, not by a model.`);
  if (suite.repetitions > 1) {
    remarks.push(
      "Repetitions of a task are not independent of each other; intervals and tests take them as if they were, and are too sure of themselves.",
    );
  }
  const skipped = measured.reduce((sum, { reading }) => sum + reading.skipped, 0);
  if (skipped > 0) {
    const files = measured.filter(({ reading }) => reading.skipped > 0).length;
    remarks.push(`${skipped} lines in ${files} trajectories could not be read; the runs say which.`);
  }
  const gone = runs.length - measured.length;
  if (gone > 0) remarks.push(`${gone} of ${runs.length} runs are missing.`);
  if (manifest === null) return remarks;
  if (manifest.suite.digest !== suite.digest) {
    remarks.push("The suite was changed since these trajectories were taken.");
  }
  const known = new Set(runs.map((run) => keyOf(run.task, run.variant.id, run.repetition)));
  const strangers = manifest.runs.filter((run) => !known.has(keyOf(run.task, run.variant, run.repetition))).length;
  if (strangers > 0) remarks.push(`${strangers} trajectories in the folder are of no run of this suite.`);
  return remarks;
}
