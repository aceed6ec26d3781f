import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

test("A run ends with one plain line that counts failed files, hooks and stray rejections as failures", () => {
  const args = [VITEST, "run", "--config", "test/fixtures/counting/vitest.config.ts"];
  const run = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  const line = run.stdout.trimEnd().split("\n").at(-1);
  // Failed: the test, the hook, the file that cannot be imported, the rejection nobody handles.
  expect({ line, status: run.status }).toEqual({ line: "2 passed, 4 failed, 3 skipped", status: 1 });
});
