// Runs one bomb beside a second session and prints what happened as JSON. Started by bombs.test.ts, a process a bomb.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createHost, defineTool } from "../../host/index.ts";
import type { Outcome } from "../../host/index.ts";

/** What a bomb run reports. */
export interface BombReport {
  readonly status: Outcome["status"];
  readonly code: string | null;
  readonly message: string | null;
  readonly endedAfterMs: number;
  readonly neighbourCells: number;
  readonly neighbourFailures: readonly string[];
  readonly neighbourSlowestMs: number;
  readonly peakBytesAboveStart: number;
  readonly freshCell: string;
  readonly freshCellMs: number;
  readonly processesLeft: number;
}

const NEIGHBOUR_EVERY_MS = 50;
const WARM_UP_MS = 1500;

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

/** Processes whose parent is this one. */
function children(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "latin1")
        .replace(/^.*\) /u, "")
        .split(" ");
      return fields[0] !== "Z" && Number(fields[1]) === process.pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function totalBytes(): number {
  return [process.pid, ...children()].reduce((sum, pid) => sum + residentBytes(pid), 0);
}

async function explode(source: string): Promise<BombReport> {
  const tool = defineTool({
    name: "echo",
    description: "",
    inputSchema: true,
    parallel: true,
    handler: async (input: unknown) => input ?? null,
  });
  const host = await createHost({ tools: [tool], limits: { memoryMb: 64, cpuMs: 2000 } });
  const attacker = host.openSession();
  const neighbour = host.openSession();
  await neighbour.run("text(1)", { yieldTimeMs: null });
  await sleep(WARM_UP_MS);
  const baseBytes = totalBytes();
  let peakBytes = baseBytes;
  const sampler = setInterval(() => {
    peakBytes = Math.max(peakBytes, totalBytes());
  }, 20);

  let going = true;
  let cells = 0;
  let slowestMs = 0;
  const failures: string[] = [];
  const neighbouring = (async () => {
    const running: Promise<void>[] = [];
    while (going) {
      running.push(
        (async () => {
          const startedAt = performance.now();
          const outcome = await neighbour.run("text((await tools.echo({ n: 1 })).n)", { yieldTimeMs: null });
          cells++;
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
          if (outcome.status !== "completed") failures.push(`${outcome.error?.code}: ${outcome.error?.message}`);
        })(),
      );
      await sleep(NEIGHBOUR_EVERY_MS);
    }
    await Promise.all(running);
  })();

  const startedAt = performance.now();
  const outcome = await attacker.run(source, { yieldTimeMs: null });
  const endedAfterMs = performance.now() - startedAt;
  const freshAt = performance.now();
  const fresh = await attacker.run("text(6 * 7)", { yieldTimeMs: null });
  const freshCellMs = performance.now() - freshAt;
  await sleep(500);
  going = false;
  await neighbouring;
  clearInterval(sampler);
  await host.close();
  return {
    status: outcome.status,
    code: outcome.error?.code ?? null,
    message: outcome.error?.message ?? null,
    endedAfterMs,
    neighbourCells: cells,
    neighbourFailures: failures,
    neighbourSlowestMs: slowestMs,
    peakBytesAboveStart: peakBytes - baseBytes,
    freshCell: fresh.content.map((item) => (item.type === "text" ? item.text : item.type)).join(""),
    freshCellMs,
    processesLeft: children().length,
  };
}

const { bombs } = JSON.parse(readFileSync(new URL("../fixtures/spec/bombs.json", import.meta.url), "utf8")) as {
  bombs: Record<string, string>;
};
const source = bombs[process.argv[2] ?? ""];
if (source === undefined) throw new Error(`no bomb ${process.argv[2]}`);
process.stdout.write(`${JSON.stringify(await explode(source))}\n`);
