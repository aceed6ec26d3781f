// `npm run bench`: isocell beside isolated-vm alone and, with CODEX_HOST_BIN, beside Codex's code-mode host.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../support/project.ts";
import { comparisonTable } from "./comparison-table.ts";
import { MEASURES } from "./measures/index.ts";
import type { Measure } from "./measures/index.ts";
import { startPeers } from "./peers.ts";
import type { Peers } from "./peers.ts";
import { isMet } from "./row.ts";
import type { Row } from "./row.ts";

const USAGE = `npm run bench -- [--only NAME]... [--rounds N]
  --only    ${MEASURES.map(({ name }) => name).join(", ")}
  --rounds  how often peers take turns; the median counts (5)
  CODEX_HOST_BIN=PATH  also measures Codex's host, the program codex-code-mode-host of the package @openai/codex`;

interface Settings {
  readonly measures: readonly Measure[];
  readonly rounds: number;
  readonly codexBinary: string | undefined;
}

/** Answers null for arguments that make no sense. */
function readSettings(): Settings | null {
  try {
    const { values } = parseArgs({
      options: { only: { type: "string", multiple: true }, rounds: { type: "string", default: "5" } },
    });
    const only = new Set(values.only);
    const measures = MEASURES.filter(({ name }) => only.size === 0 || only.has(name));
    const rounds = Number(values.rounds);
    if (!Number.isSafeInteger(rounds) || rounds < 1) return null;
    if (only.size > 0 && measures.length !== only.size) return null;
    return { measures, rounds, codexBinary: process.env["CODEX_HOST_BIN"] || undefined };
  } catch {
    return null;
  }
}

/** Runs the measurements; one that fails becomes a row that says so, and sets the exit code. */
async function measureAll({ measures, rounds, codexBinary }: Settings): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let started: Promise<Peers> | null = null;
  const peers = (): Promise<Peers> => (started ??= startPeers(codexBinary));
  const endPeers = async (): Promise<void> => {
    const ending = started;
    started = null;
    await ending?.then(({ close }) => close());
  };
  try {
    for (const { name, alone, run } of measures) {
      process.stderr.write(`measuring ${name} ...\n`);
      if (alone) await endPeers();
      try {
        rows.push(...(await run(rounds, peers)));
      } catch (error) {
        process.exitCode = 1;
        rows.push(failedRow(name, error));
      }
    }
    return rows;
  } finally {
    await endPeers().catch(() => undefined);
  }
}

function failedRow(name: string, error: unknown): Row {
  const note = `failed: ${error instanceof Error ? error.message : String(error)}`;
  return { name, work: name, unit: "", isocell: Number.NaN, other: null, target: null, note };
}

const settings = readSettings();
if (settings === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const rows = await measureAll(settings);
  const [cpu] = cpus();
  const report = {
    date: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpu?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    rounds: settings.rounds,
    codex: settings.codexBinary !== undefined,
    rows: rows.map((row) => ({ ...row, met: isMet(row) })),
  };
  const folder = join(ROOT, ".isocell");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "bench.json"), `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(`\n${comparisonTable(rows)}\nWritten to .isocell/bench.json`);
}
