import { measureLoad } from "../../../host/bench/load.ts";
import { formatNumber, median } from "../../../host/bench/statistics.ts";
import { TRIVIAL } from "../../../host/bench/subject.ts";
import type { Peer, PeerName, Peers } from "../peers.ts";
import { compare } from "../row.ts";
import type { Row } from "../row.ts";

const CELLS_A_ROUND = 60;
const BACK_TO_BACK_MS = 700;

/**
 * Trivial cells one at a time. Peers take turns cell by cell, so that each has the same pauses before its cells; how
 * many cells follow each other without pauses is told beside it.
 */
export async function latency(peers: Peers, rounds: number): Promise<readonly Row[]> {
  const all = [peers.isocell, peers.session, ...(peers.codex === null ? [] : [peers.codex])];
  const latencies = new Map<PeerName, number[]>(all.map(({ name }) => [name, []]));
  const rates = new Map<PeerName, number[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let cell = 0; cell < CELLS_A_ROUND; cell++) {
      for (const peer of all) latencies.get(peer.name)?.push(await timeOf(peer, TRIVIAL));
    }
    for (const peer of all) {
      const { perSecond } = await measureLoad(() => peer.run(TRIVIAL), 1, BACK_TO_BACK_MS);
      rates.get(peer.name)?.push(perSecond);
    }
  }
  const middle = (values: Map<PeerName, number[]>, name: PeerName): number => median(values.get(name) ?? []);
  const codex = peers.codex === null ? null : middle(latencies, "codex");
  const row = (name: "isocell" | "session", work: string, atLeast: number | null): Row =>
    compare({
      name: "latency",
      work,
      unit: "ms",
      kind: "time",
      ours: middle(latencies, name),
      other: { name: "Codex", value: codex },
      atLeast,
      note: `back to back ${formatNumber(middle(rates, name))} /s${codex === null ? "" : `, Codex ${formatNumber(middle(rates, "codex"))} /s`}`,
    });
  return [row("isocell", "trivial cell, one at a time", 5), row("session", "  the same with isolation: session", null)];
}

/** How long a script takes, in ms. */
export async function timeOf(peer: Peer, source: string): Promise<number> {
  const start = performance.now();
  await peer.run(source);
  return performance.now() - start;
}
