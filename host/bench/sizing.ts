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

const CONCURRENCIES = [1, 2, 4, 8, 32];
/** Enough under way for each process to have the next cell at hand. */
const CELLS_PER_PROCESS = 4;
const WAITING_CELLS = 200;
const TIMES = { quick: { warmUpMs: 150, measureMs: 250 }, full: { warmUpMs: 1000, measureMs: 2000 } };
/** Steps beside those by processes and by concurrency: calls, raw isolates, memory. */
const OTHER_STEPS = 3;

/** Measures this machine. Nothing else should run on it meanwhile. */
export async function measureSizing({ quick, onProgress, signal }: SizingSettings): Promise<SizingReport> {
  const { warmUpMs, measureMs } = quick ? TIMES.quick : TIMES.full;
  const cores = availableParallelism();
  const counts = processCounts(cores, quick);
  const steps = counts.length + CONCURRENCIES.length + OTHER_STEPS;
  let done = 0;
  const next = (what: string): void => {
    signal.throwIfAborted();
    onProgress(what, done++ / steps);
  };

  const byProcesses: SizingReport["byProcesses"][number][] = [];
  for (const processes of counts) {
    next(`trivial cells in ${processes} ${processes === 1 ? "process" : "processes"}`);
    const concurrency = processes * CELLS_PER_PROCESS;
    const cells = await withSubject({ processes }, warmUpMs, signal, (subject) =>
      measureLoad(() => subject.run(TRIVIAL), concurrency, measureMs, signal),
    );
    const raw = await measureRaw(processes, warmUpMs, measureMs);
    byProcesses.push({
      processes,
      concurrency,
      cellsPerSecond: cells.perSecond,
      rawIsolatesPerSecond: raw.perSecond,
    });
  }

  const byConcurrency: SizingReport["byConcurrency"][number][] = [];
  let cellMs = percentiles([]);
  await withSubject({}, warmUpMs, signal, async (subject) => {
    for (const concurrency of CONCURRENCIES) {
      next(`${concurrency} trivial ${concurrency === 1 ? "cell" : "cells"} at once`);
      const { perSecond, latencyMs } = await measureLoad(() => subject.run(TRIVIAL), concurrency, measureMs, signal);
      byConcurrency.push({ concurrency, cellsPerSecond: perSecond, p50Ms: latencyMs.p50 });
      if (concurrency === 1) cellMs = latencyMs;
    }
  });
  next("isolated-vm alone, one isolate at a time");
  const { latencyMs: rawIsolateMs } = await measureRaw(1, warmUpMs, measureMs);
  next("sequential calls of a tool");
  const nestedCallUs = await measureNestedCalls(warmUpMs, measureMs, signal);
  next(`${WAITING_CELLS} cells waiting at once`);
  const waiting = await measureWaitingMemory(WAITING_CELLS, signal);

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

async function withSubject<T>(
  pool: { readonly processes?: number },
  warmUpMs: number,
  signal: AbortSignal,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  const subject = await Subject.start({ pool });
  try {
    await subject.warmUp(pool.processes ?? 1, warmUpMs, signal);
    return await work(subject);
  } finally {
    await subject.close();
  }
}

async function measureRaw(processes: number, warmUpMs: number, measureMs: number): Promise<LoadResult> {
  const raw = new RawPeer(processes);
  try {
    await raw.measure(warmUpMs);
    return await raw.measure(measureMs);
  } finally {
    await raw.close();
  }
}

/** One cell that calls a tool again and again, until the tool says that time is up. */
async function measureNestedCalls(warmUpMs: number, measureMs: number, signal: AbortSignal): Promise<Percentiles> {
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
