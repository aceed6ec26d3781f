// Installs the packed package under every supported line of Node and runs it there. `dist/` must be up to date.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countsLine } from "../counts.ts";
import { checkCommand, checkEngine, checkLibrary, installPackage } from "./installed.ts";
import { installNode, packTarball } from "./npm.ts";
import { ROOT } from "../project.ts";

const NODE_VERSIONS = ["22", "24", "26"];

const counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs one check and counts it. */
async function check(title: string, run: () => Promise<void>): Promise<void> {
  const start = performance.now();
  try {
    await run();
    counts.passed += 1;
    console.log(`ok      ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.failed += 1;
    console.log(`FAILED  ${title}\n${error instanceof Error ? error.message : String(error)}\n`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "isocell-nodes-"));
try {
  const tarball = await packTarball(ROOT, folder);
  for (const version of NODE_VERSIONS) {
    const project = join(folder, `project-${version}`);
    // What could not be installed fails each of its checks.
    const installed = (async () => {
      const toolchain = await installNode(version, join(folder, `node-${version}`));
      await installPackage(toolchain, tarball, project);
      return toolchain;
    })();
    await check(`Node ${version}: installs without compiling`, async () => checkEngine(await installed, project));
    await check(`Node ${version}: isocell run`, async () => checkCommand(await installed, project));
    await check(`Node ${version}: library`, async () => checkLibrary(await installed, project));
  }
} catch (error) {
  counts.failed += 1;
  console.log(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(countsLine(counts));
if (counts.failed > 0) process.exitCode = 1;
