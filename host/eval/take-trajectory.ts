import { resolve } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import { runLive } from "./live/run-live.ts";
import type { RunKey } from "./measure/run.ts";
import type { EvaluationFolder } from "./store/folder.ts";
import { loadFunction } from "./suite/load-function.ts";
import { isLive } from "./suite/suite.ts";
import type { Form, Source, Suite } from "./suite/suite.ts";
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

/** What became of a run's trajectory: it is in the folder, in this form, or it is not, for this reason. */
export type Taken = { readonly form: Form } | { readonly reason: string };

/**
 * Takes a run's trajectory from its source into the folder.
 * @throws {IsocellError} `invalid_config` where the suite is to blame, and every other run would fail alike.
 */
export async function takeTrajectory(
  suite: Suite,
  source: Source,
  key: RunKey,
  folder: EvaluationFolder,
  signal: AbortSignal,
): Promise<Taken> {
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
