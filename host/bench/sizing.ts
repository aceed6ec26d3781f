import { availableParallelism, cpus } from "node:os";
import { defineTool } from "../index.ts";
import { packageVersion } from "../version.ts";
import { measureLoad } from "./load.ts";
import type { LoadResult } from "./load.ts";
import { RawPeer } from "./raw-peer.ts";
import type { SizingReport } from "./sizing-report.ts";
import { percentiles } from "./statistics.ts";
import type { Percentiles } from "./statistics.ts";
import { Subject, TRIVIAL } from "./subject.ts";
import { measureWaitingMemory } from "./waiting-memory.ts";

/** How thorough to be. */
export interface SizingSettings {
  readonly quick: boolean;
  /** Told what comes next, with the share of the work that is done. */
  readonly onProgress: (what: string, done: number) => void;
  /** Ends the measurement: it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Announces a step. */
type Next = (what: string) => void;

interface Times {
  readonly warmUpMs: number;
  readonly measureMs: number;
}

const CONCURRENCIES = [1, 2, 4, 8, 32];
/** Enough under way for each process to have the next cell at hand. */
const CELLS_PER_PROCESS = 4;
const SETTINGS = {
  quick: { warmUpMs: 150, measureMs: 250, waitingCells: 100 },
  full: { warmUpMs: 1000, measureMs: 2000, waitingCells: 200 },
};
/** Steps beside those by processes and by concurrency: calls, memory. */
const OTHER_STEPS = 2;

/** Measures this machine. Nothing else should run on it meanwhile. */
export async function measureSizing({ quick, onProgress, signal }: SizingSettings): Promise<SizingReport> {
  const times = quick ? SETTINGS.quick : SETTINGS.full;
  const cores = availableParallelism();
  const counts = processCounts(cores, quick);
  const steps = counts.length + CONCURRENCIES.length + OTHER_STEPS;
  let done = 0;
  const next: Next = (what) => {
    signal.throwIfAborted();
    onProgress(what, done++ / steps);
  };
  const throughput = await measureThroughput(counts, times, next, signal);
  next("sequential calls of a tool");
  const nestedCallUs = await measureNestedCalls(times, signal);
  next(`${times.waitingCells} cells waiting at once`);
  const waiting = await measureWaitingMemory(times.waitingCells, signal);
  const { byProcesses, byConcurrency, cellMs, rawIsolateMs } = throughput;
  return {
    isocell: packageVersion(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores,
    quick,
    byProcesses,
    byConcurrency,
    latency: { cellMs, rawIsolateMs, nestedCallUs },
    waiting,
  };
}

/** Every number of processes up to eight, then doubling; when in a hurry one and all. The number of cores is the last. */
export function processCounts(cores: number, quick: boolean): readonly number[] {
  if (quick) return cores === 1 ? [1] : [1, cores];
  const counts: number[] = [];
  for (let count = 1; count < cores; count = count < 8 ? count + 1 : count * 2) counts.push(count);
  return [...counts, cores];
}

interface Throughput {
  readonly byProcesses: SizingReport["byProcesses"];
  readonly byConcurrency: SizingReport["byConcurrency"];
  readonly cellMs: Percentiles;
  readonly rawIsolateMs: Percentiles;
}

/** A host for each number of processes; the last of them, with all cores, is also measured by concurrency. */
async function measureThroughput(
  counts: readonly number[],
  { warmUpMs, measureMs }: Times,
  next: Next,
  signal: AbortSignal,
): Promise<Throughput> {
  const byProcesses: SizingReport["byProcesses"][number][] = [];
  const byConcurrency: SizingReport["byConcurrency"][number][] = [];
  let cellMs = percentiles([]);
  let rawIsolateMs = percentiles([]);
  const most = Math.max(...counts);
  const rawPeer = new RawPeer(most);
  try {
    await rawPeer.measure(warmUpMs);
    for (const processes of counts) {
      next(`trivial cells in ${processes} ${processes === 1 ? "process" : "processes"}`);
      const subject = await Subject.start({ pool: { processes } });
      try {
        const load = (concurrency: number): Promise<LoadResult> =>
          measureLoad(() => subject.run(TRIVIAL), concurrency, measureMs, signal);
        await subject.warmUp(processes, warmUpMs, signal);
        const concurrency = processes * CELLS_PER_PROCESS;
        const cells = await load(concurrency);
        const raw = await rawPeer.measure(measureMs, processes);
        byProcesses.push({
          processes,
          concurrency,
          cellsPerSecond: cells.perSecond,
          rawIsolatesPerSecond: raw.perSecond,
        });
        if (processes === 1) rawIsolateMs = raw.latencyMs;
        if (processes < most) continue;
        for (const atOnce of CONCURRENCIES) {
          next(`${atOnce} trivial ${atOnce === 1 ? "cell" : "cells"} at once`);
          const { perSecond, latencyMs } = await load(atOnce);
          byConcurrency.push({ concurrency: atOnce, cellsPerSecond: perSecond, p50Ms: latencyMs.p50 });
          if (atOnce === 1) cellMs = latencyMs;
        }
      } finally {
        await subject.close();
      }
    }
  } finally {
    await rawPeer.close();
  }
  return { byProcesses, byConcurrency, cellMs, rawIsolateMs };
}

/** One cell that calls a tool again and again, until the tool says that time is up. */
async function measureNestedCalls({ warmUpMs, measureMs }: Times, signal: AbortSignal): Promise<Percentiles> {
  const intervals: number[] = [];
  let last = 0;
  let end = 0;
  let from = 0;
  const more = defineTool({
    name: "more",
    description: "Whether to call again.",
    inputSchema: true,
    parallel: true,
    handler: () => {
      const now = performance.now();
      if (last > from) intervals.push((now - last) * 1000);
      last = now;
      return now < end && !signal.aborted;
    },
  });
  const subject = await Subject.start({ tools: [more], pool: { processes: 1 }, limits: { totalCalls: null } });
  try {
    await subject.warmUp(1, warmUpMs, signal);
    from = performance.now() + warmUpMs;
    end = from + measureMs;
    await subject.run("while (await tools.more({})); text(1)");
    return percentiles(intervals);
  } finally {
    await subject.close();
  }
}
