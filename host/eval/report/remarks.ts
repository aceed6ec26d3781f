import type { Run } from "../measure/run.ts";
import type { Manifest } from "../store/folder.ts";
import { keyOf } from "../suite/runs-of.ts";
import type { Suite } from "../suite/suite.ts";

/**
 * What readers of the figures should know.
 *
 * @param manifest of the folder that trajectories were read from; null when they were taken now.
 */
export function remarksOn(
  suite: Suite,
  runs: readonly Run[],
  manifest: Pick<Manifest, "suite" | "runs"> | null,
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
