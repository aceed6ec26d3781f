import type { Percentiles } from "./statistics.ts";

/** What `isocell bench --json` prints. Rates are per second, `…Ms` in milliseconds, `…Us` in microseconds. */
export interface SizingReport {
  readonly isocell: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly quick: boolean;
  /** Trivial cells by number of runtime processes, `concurrency` at once; isolated-vm alone in as many processes. */
  readonly byProcesses: readonly {
    readonly processes: number;
    readonly concurrency: number;
    readonly cellsPerSecond: number;
    readonly rawIsolatesPerSecond: number;
  }[];
  /** Trivial cells by how many are under way at once, in as many processes as there are cores. */
  readonly byConcurrency: readonly {
    readonly concurrency: number;
    readonly cellsPerSecond: number;
    readonly p50Ms: number;
  }[];
  readonly latency: {
    /** A trivial cell, one at a time. */
    readonly cellMs: Percentiles;
    /** An isolate of isolated-vm alone, in one process. */
    readonly rawIsolateMs: Percentiles;
    /** One tool call after the other within a cell, from one call's arrival at its handler to the next one's. */
    readonly nestedCallUs: Percentiles;
  };
  /** Cells that wait for a tool at once; `mbPerCell` is null where the system does not tell. */
  readonly waiting: { readonly cells: number; readonly completed: number; readonly mbPerCell: number | null };
}
