import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../../../host/bench/statistics.ts";
import { ROOT } from "../../support/project.ts";
import type { Row } from "../row.ts";

const PAIRS = 15;
const MAIN = join(ROOT, "dist/host/cli/main.js");

/** From the start of `isocell run` to its first output, against a Node that does nothing, in turns. */
export async function start(): Promise<readonly Row[]> {
  if (!existsSync(MAIN)) throw new Error("dist/ is missing: npm run build makes it");
  const folder = await mkdtemp(join(tmpdir(), "isocell-bench-"));
  const ours: number[] = [];
  const node: number[] = [];
  try {
    const script = join(folder, "script.js");
    await writeFile(script, "text(1)");
    const commands = [
      [MAIN, "run", "--quiet", script],
      ["-e", "0"],
    ] as const;
    for (let pair = -1; pair < PAIRS; pair++) {
      const [run, nothing] = [await timeProcess(commands[0], folder), await timeProcess(commands[1], folder)];
      // The first fills the cache of compiled code.
      if (pair < 0) continue;
      ours.push(run.firstOutputMs ?? Number.NaN);
      node.push(nothing.endMs);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const [isocell, nothing] = [median(ours), median(node)];
  return [
    {
      name: "start",
      work: "from process start to the first result of isocell run",
      unit: "ms",
      isocell,
      other: { name: "node -e 0", value: nothing },
      target: { kind: "under", value: 4, unit: "x", reached: isocell / nothing },
    },
  ];
}

interface ProcessTimes {
  readonly firstOutputMs: number | null;
  readonly endMs: number;
}

function timeProcess(args: readonly string[], cwd: string): Promise<ProcessTimes> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    let firstOutputMs: number | null = null;
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", () => (firstOutputMs ??= performance.now() - begin));
    child.once("error", reject);
    let endMs = 0;
    child.once("exit", () => {
      endMs = performance.now() - begin;
    });
    child.once("close", (code, signal) => {
      if (code !== 0) reject(new Error(`${args.join(" ")} ended with ${signal ?? `code ${code}`}`));
      else resolve({ firstOutputMs, endMs });
    });
  });
}
