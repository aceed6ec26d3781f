import { percentiles } from "./statistics.ts";
import type { Percentiles } from "./statistics.ts";

/** What a number of loops that run something again and again achieved. */
export interface LoadResult {
  readonly perSecond: number;
  readonly latencyMs: Percentiles;
}

/**
 * Keeps `concurrency` runs under way for `durationMs`. Only runs that end within the time count towards the rate, so
 * that the end of the last ones does not stretch it.
 */
export async function measureLoad(
  run: () => Promise<unknown>,
  concurrency: number,
  durationMs: number,
  signal?: AbortSignal,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + durationMs;
  const loop = async (): Promise<void> => {
    for (let begin = start; begin < end;) {
      signal?.throwIfAborted();
      await run();
      const now = performance.now();
      // The very first one counts even when it takes longer than the time there is.
      if (now <= end || latencies.length === 0) latencies.push(now - begin);
      begin = now;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const lasted = latencies.length > 1 ? durationMs : performance.now() - start;
  return { perSecond: (latencies.length / lasted) * 1000, latencyMs: percentiles(latencies) };
}
