// Runs many cells with calls, eight at once, and tells how much memory all processes hold on the way, as JSON.
import { setTimeout as sleep } from "node:timers/promises";
import { createHost } from "../../host/index.ts";
import { childrenOf, residentBytes } from "../support/processes.ts";
import { echo, textsOf } from "../support/test-host.ts";

/** What a soak found. */
export interface SoakReport {
  readonly cells: number;
  readonly calls: number;
  readonly failures: readonly string[];
  /** Resident bytes of the host, then of each runtime, after a tenth of the cells and at the end. */
  readonly early: readonly number[];
  readonly late: readonly number[];
  readonly seconds: number;
}

const DEFAULT_CELLS = 20_000;
const WIDTH = 8;
/** One look may fall between two collections; the least of several is what is held. */
const LOOKS = 20;
const LOOK_EVERY_MS = 50;
const SOURCE = `
const [a, b] = await Promise.all([tools.echo({ n: 1, pad: "x".repeat(500) }), tools.echo({ n: 2 })]);
text(String(a.n + b.n));
`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

async function soak(cells: number): Promise<SoakReport> {
  const host = await createHost({ tools: [echo] });
  const startedAt = performance.now();
  const failures: string[] = [];
  let calls = 0;
  let started = 0;
  let ended = 0;

  /** What each process holds at the moment at which all together hold least. */
  const held = async (): Promise<readonly number[]> => {
    let least: readonly number[] = [Number.POSITIVE_INFINITY];
    for (let look = 0; look < LOOKS; look++) {
      (globalThis as { gc?: (options?: unknown) => void }).gc?.({
        type: "major",
        execution: "sync",
        flavor: "last-resort",
      });
      const now = [process.pid, ...childrenOf(process.pid)].map(residentBytes);
      if (sum(now) < sum(least)) least = now;
      await sleep(LOOK_EVERY_MS);
    }
    return least;
  };

  const runUntil = async (last: number): Promise<void> => {
    const runOne = async (): Promise<void> => {
      const session = host.openSession();
      // A session of a few cells, as agents have them.
      for (let i = 0; i < 10 && started < last; i++) {
        started++;
        const outcome = await session.run(SOURCE, { yieldTimeMs: null });
        calls += outcome.calls.length;
        const answer = textsOf(outcome).join();
        if (answer !== "3") failures.push(`${outcome.status} ${outcome.error?.message}: ${answer}`);
        if (++ended % 1000 === 0) process.stderr.write(`\r${ended} of ${cells} cells`);
      }
      await session.close();
    };
    const worker = async (): Promise<void> => {
      while (started < last) await runOne();
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
  };

  try {
    await runUntil(Math.round(cells / 10));
    const early = await held();
    await runUntil(cells);
    const late = await held();
    const seconds = (performance.now() - startedAt) / 1000;
    return { cells: ended, calls, failures: failures.slice(0, 10), early, late, seconds };
  } finally {
    await host.close();
    process.stderr.write("\n");
  }
}

process.stdout.write(`${JSON.stringify(await soak(Number(process.argv[2] ?? DEFAULT_CELLS)))}\n`);
