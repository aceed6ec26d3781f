import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCommand, checkEngine, checkLibrary, installPackage } from "../support/package/installed.ts";
import { currentToolchain, packTarball, runNpm } from "../support/package/npm.ts";
import { ROOT, SOURCE_FOLDERS, sourceFiles } from "../support/project.ts";

const SLOW_MS = 180_000;

// A project that runs no install scripts is the strictest one there is: the prebuilt binary must be found without.
describe("The packed package, installed in an empty folder without running install scripts", () => {
  const folder = mkdtempSync(join(tmpdir(), "isocell-tarball-"));
  const project = join(folder, "project");
  const toolchain = currentToolchain();

  beforeAll(async () => {
    // As if a source had been deleted since the last build.
    mkdirSync(join(ROOT, "dist/host"), { recursive: true });
    writeFileSync(join(ROOT, "dist/host/gone.js"), "");
    await runNpm(toolchain, ["run", "build"], ROOT);
    await installPackage(toolchain, await packTarball(ROOT, folder), project, ["--ignore-scripts"]);
  }, SLOW_MS);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("holds the outputs of its sources, and no others", () => {
    const installed = join(project, "node_modules/isocell/dist");
    const outputs = readdirSync(installed, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => /\.[a-z]+$/u.test(name) && !name.endsWith(".d.ts"))
      .toSorted();
    expect(outputs).toEqual(
      SOURCE_FOLDERS.flatMap((name) => sourceFiles(name))
        .map((file) => file.replace(/\.ts$/u, ".js"))
        .toSorted(),
    );
    expect(existsSync(join(installed, "test"))).toBe(false);
  });
  test("holds an isolated-vm that nobody compiled", () => checkEngine(toolchain, project), SLOW_MS);
  test("runs a cell by `npx isocell run`", () => checkCommand(toolchain, project), SLOW_MS);
  test(
    "runs a cell that calls a tool by its library, and lets the process end",
    () => checkLibrary(toolchain, project),
    SLOW_MS,
  );
});
