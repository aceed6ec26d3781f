import type { RunKey } from "../measure/run.ts";
import type { Suite } from "./suite.ts";

/** All runs of a suite, in order. */
export function runsOf({ tasks, variants, repetitions }: Suite): readonly RunKey[] {
  return variants.flatMap((variant) =>
    tasks.flatMap(({ id }) =>
      Array.from({ length: repetitions }, (_, index) => ({ task: id, variant, repetition: index + 1 })),
    ),
  );
}

/** A run as the key of a map. */
export function keyOf(task: string, variant: string, repetition: number): string {
  return JSON.stringify([task, variant, repetition]);
}
