import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { checkCommand, checkEngine, checkLibrary, installPackage } from "../support/installed.ts";
import { currentToolchain, packTarball } from "../support/npm.ts";
import { ROOT } from "../support/project.ts";

const SLOW_MS = 180_000;

// A project that runs no install scripts is the strictest one there is: the prebuilt binary must be found without.
describe("The packed package, installed in an empty folder without running install scripts", () => {
  const folder = mkdtempSync(join(tmpdir(), "isocell-tarball-"));
  const project = join(folder, "project");
  const toolchain = currentToolchain();

  beforeAll(async () => {
    const build = await runCommand(toolchain.node, [join(ROOT, "node_modules/typescript/bin/tsc"), "-b"], {
      cwd: ROOT,
    });
    if (build.status !== 0) throw new Error(`the build failed:\n${build.stdout}${build.stderr}`);
    await installPackage(toolchain, await packTarball(ROOT, folder), project, ["--ignore-scripts"]);
  }, SLOW_MS);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("holds an isolated-vm that nobody compiled", () => checkEngine(toolchain, project), SLOW_MS);
  test("runs a cell by `npx isocell run`", () => checkCommand(toolchain, project), SLOW_MS);
  test(
    "runs a cell that calls a tool by its library, and lets the process end",
    () => checkLibrary(toolchain, project),
    SLOW_MS,
  );
});
