import type { Peers } from "../peers.ts";
import type { Row } from "../row.ts";
import { CALL_WORK, measureCalls } from "./calls.ts";
import { catalog } from "./catalog.ts";
import { latency } from "./latency.ts";
import { mcp } from "./mcp.ts";
import { pipeline } from "./pipeline.ts";
import { search } from "./search.ts";
import { start } from "./start.ts";
import { tasks } from "./tasks.ts";
import { eightAtOnce, oneCallEach } from "./throughput.ts";
import { waiting } from "./waiting.ts";

/** One measurement of the comparison. */
export interface Measure {
  readonly name: string;
  /** Those that start their own processes run when the peers have ended. */
  readonly alone: boolean;
  readonly run: (rounds: number, peers: () => Promise<Peers>) => Promise<readonly Row[]>;
}

/** All measurements, in the order of the table. */
export const MEASURES: readonly Measure[] = [
  { name: "latency", alone: false, run: async (rounds, peers) => latency(await peers(), rounds) },
  { name: "eight", alone: false, run: async (rounds, peers) => eightAtOnce(await peers(), rounds) },
  { name: "one-call", alone: false, run: async (rounds, peers) => oneCallEach(await peers(), rounds) },
  ...CALL_WORK.map((name) => ({
    name,
    alone: false,
    run: async (rounds: number, peers: () => Promise<Peers>) => measureCalls(name, await peers(), rounds),
  })),
  { name: "catalog", alone: true, run: (rounds) => catalog(rounds) },
  { name: "waiting", alone: true, run: () => waiting() },
  { name: "pipeline", alone: true, run: (rounds) => pipeline(rounds) },
  { name: "mcp", alone: true, run: (rounds) => mcp(rounds) },
  { name: "search", alone: true, run: (rounds) => search(rounds) },
  { name: "tasks", alone: true, run: () => tasks() },
  { name: "start", alone: true, run: () => start() },
];
