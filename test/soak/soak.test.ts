import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { SoakReport } from "./soak.ts";

const SOAK = fileURLToPath(new URL("soak.ts", import.meta.url));
const CELLS = 20_000;
const FLAGS = ["--expose-gc"];

test("20,000 cells with calls leave no more memory behind than 2,000 do", { timeout: 600_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, SOAK, String(CELLS)]);
  const { cells, calls, failures, early, late } = JSON.parse(stdout) as SoakReport;
  expect({ cells, calls, failures }).toEqual({ cells: CELLS, calls: 2 * CELLS, failures: [] });
  const total = (bytes: readonly number[]): number => bytes.reduce((sum, one) => sum + one, 0);
  expect(total(late), `bytes per process: ${early.join(" ")}, then ${late.join(" ")}`).toBeLessThan(1.1 * total(early));
});
