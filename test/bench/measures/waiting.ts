import { measureWaitingMemory } from "../../../host/bench/waiting-memory.ts";
import type { Row } from "../row.ts";

const CELLS = 1000;

/** A thousand cells that wait for a tool at once: what each takes, and whether all complete. */
export async function waiting(): Promise<readonly Row[]> {
  const { completed, mbPerCell } = await measureWaitingMemory(CELLS);
  return [
    {
      name: "waiting",
      work: "1,000 cells waiting at once, each",
      unit: "MB",
      isocell: mbPerCell ?? Number.NaN,
      other: null,
      target: { kind: "under", value: 2, unit: "MB", reached: mbPerCell, holds: completed === CELLS },
      note: completed === CELLS ? "all completed" : `only ${completed} completed`,
    },
  ];
}
