import { compare } from "../row.ts";
import type { Row } from "../row.ts";
import type { Peers } from "../peers.ts";
import { timeOf } from "./latency.ts";
import { inTurns } from "./throughput.ts";

/** A script that calls a tool many times; what one call takes is its time divided by the number. */
interface CallWork {
  readonly name: string;
  readonly work: string;
  readonly unit: "µs" | "ms";
  readonly calls: number;
  readonly script: (calls: number) => string;
  readonly atLeast: number;
  /** Codex's host is given fewer calls where it does not bear as many. */
  readonly codexCalls?: number;
}

const WORK: readonly CallWork[] = [
  {
    name: "sequential",
    work: "sequential calls, each of 2,000",
    unit: "µs",
    calls: 2000,
    script: (calls) => `for (let i = 0; i < ${calls}; i++) await tools.echo({ i });`,
    atLeast: 4,
  },
  {
    name: "parallel",
    work: "calls in one Promise.all, each of 10,000 (Codex: of 100)",
    unit: "µs",
    calls: 10_000,
    codexCalls: 100,
    script: (calls) => `await Promise.all(Array.from({ length: ${calls} }, (_, i) => tools.echo({ i })));`,
    atLeast: 15,
  },
  {
    name: "echo-1mb",
    work: "echo of 1 MB",
    unit: "ms",
    calls: 20,
    script: (calls) =>
      `const s = "x".repeat(1 << 20); for (let i = 0; i < ${calls}; i++) if ((await tools.echo({ s })).s.length !== s.length) throw new Error("cut");`,
    atLeast: 2,
  },
  {
    name: "echo-objects",
    work: "echo of 2,000 objects",
    unit: "ms",
    calls: 20,
    script: (calls) =>
      `const o = Array.from({ length: 2000 }, (_, i) => ({ id: i, name: "item" + i, tags: ["a", "b"], score: i / 3 }));
for (let i = 0; i < ${calls}; i++) if ((await tools.echo({ o })).o.length !== 2000) throw new Error("cut");`,
    atLeast: 3,
  },
];

/** Names that `--only` knows. */
export const CALL_WORK: readonly string[] = WORK.map(({ name }) => name);

/** What calls of a tool take, for one of `CALL_WORK`. */
export async function measureCalls(name: string, peers: Peers, rounds: number): Promise<readonly Row[]> {
  const work = WORK.find((candidate) => candidate.name === name);
  if (work === undefined) throw new RangeError(`there is no work ${name}`);
  const { codex } = peers;
  const codexCalls = work.codexCalls ?? work.calls;
  const perCall = (ms: number, count: number): number => (ms / count) * (work.unit === "µs" ? 1000 : 1);
  const [ours, theirs] = await inTurns(rounds, [
    async () => perCall(await timeOf(peers.isocell, work.script(work.calls)), work.calls),
    async () => (codex === null ? null : perCall(await timeOf(codex, work.script(codexCalls)), codexCalls)),
  ]);
  const { unit, atLeast } = work;
  const other = { name: "Codex", value: theirs ?? null };
  return [compare({ name, work: work.work, unit, kind: "time", ours: ours ?? Number.NaN, other, atLeast })];
}
