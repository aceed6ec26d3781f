import { resolve } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import { packageVersion } from "../version.ts";
import { compareVariants } from "./compare/compare-variants.ts";
import type { Comparisons } from "./compare/compare-variants.ts";
import { measureRun } from "./measure/measure-run.ts";
import type { MissingRun, Run, RunKey } from "./measure/run.ts";
import { summarizeVariants } from "./measure/summarize.ts";
import type { VariantSummary } from "./measure/summarize.ts";
import { remarksOn } from "./report/remarks.ts";
import { EvaluationFolder } from "./store/folder.ts";
import type { KeptRun } from "./store/folder.ts";
import { keyOf, runsOf } from "./suite/runs-of.ts";
import { sourceOf } from "./suite/source-of.ts";
import { isLive } from "./suite/suite.ts";
import type { Form, Suite } from "./suite/suite.ts";
import { takeTrajectory } from "./take-trajectory.ts";
import type { Taken } from "./take-trajectory.ts";
import { readTrajectory } from "./trajectory/read-trajectory.ts";

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
    let entry: Taken;
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

function missing(key: RunKey, reason: string): MissingRun {
  return { ...key, status: "missing", reason };
}

async function keptRuns(folder: EvaluationFolder): Promise<ReadonlyMap<string, Taken>> {
  const { runs } = await folder.readManifest();
  return new Map(
    runs.map(({ task, variant, repetition, form, reason }) => [
      keyOf(task, variant, repetition),
      form === undefined ? { reason: reason ?? NOT_KEPT } : { form },
    ]),
  );
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
