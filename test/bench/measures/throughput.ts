import { measureLoad } from "../../../host/bench/load.ts";
import { median } from "../../../host/bench/statistics.ts";
import { TRIVIAL } from "../../../host/bench/subject.ts";
import type { Peer, Peers } from "../peers.ts";
import { compare } from "../row.ts";
import type { Row } from "../row.ts";

const ONE_CALL = "text(await tools.echo({ a: 1 }))";
const AT_ONCE = 8;
const MEASURE_MS = 1000;

/** Cells a second, eight at once, beside Codex's host and isolated-vm alone. */
export async function eightAtOnce(peers: Peers, rounds: number): Promise<readonly Row[]> {
  const [isocell, session, codex, raw] = await inTurns(rounds, [
    () => rateOf(peers.isocell, TRIVIAL),
    () => rateOf(peers.session, TRIVIAL),
    ...(peers.codex === null ? [noPeer] : [rateOf.bind(null, peers.codex, TRIVIAL)]),
    async () => (await peers.raw.measure(MEASURE_MS)).perSecond,
  ]);
  const theirs = { name: "Codex", value: codex ?? null };
  const common = { name: "eight", unit: "/s", kind: "rate" } as const;
  const ours = isocell ?? Number.NaN;
  const rawIsolates = { name: "isolated-vm", value: raw ?? null };
  const shared = "  the same with isolation: session";
  return [
    compare({ ...common, work: "trivial cells, eight at once", ours, other: theirs, atLeast: 3 }),
    compare({ ...common, work: "  the same", ours, other: rawIsolates, atLeast: 0.7 }),
    compare({ ...common, work: shared, ours: session ?? Number.NaN, other: theirs, atLeast: 5 }),
  ];
}

/** Cells a second, eight at once, each with one call of a tool. */
export async function oneCallEach(peers: Peers, rounds: number): Promise<readonly Row[]> {
  const [isocell, session, codex] = await inTurns(rounds, [
    () => rateOf(peers.isocell, ONE_CALL),
    () => rateOf(peers.session, ONE_CALL),
    ...(peers.codex === null ? [noPeer] : [rateOf.bind(null, peers.codex, ONE_CALL)]),
  ]);
  const common = {
    name: "one-call",
    unit: "/s",
    kind: "rate",
    other: { name: "Codex", value: codex ?? null },
  } as const;
  return [
    compare({ ...common, work: "one call each, eight at once", ours: isocell ?? Number.NaN, atLeast: 2.5 }),
    compare({ ...common, work: "  the same with isolation: session", ours: session ?? Number.NaN, atLeast: null }),
  ];
}

async function rateOf(peer: Peer, source: string): Promise<number> {
  return (await measureLoad(() => peer.run(source), AT_ONCE, MEASURE_MS)).perSecond;
}

async function noPeer(): Promise<null> {
  return null;
}

/** Runs the measurements A B C A B C and answers the median of each; null for one that has no peer. */
export async function inTurns(
  rounds: number,
  measurements: readonly (() => Promise<number | null>)[],
): Promise<readonly (number | null)[]> {
  const results = measurements.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, measure] of measurements.entries()) {
      const value = await measure();
      if (value !== null) results[index]?.push(value);
    }
  }
  return results.map((values) => (values.length === 0 ? null : median(values)));
}
