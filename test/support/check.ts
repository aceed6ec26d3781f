// What `npm run check` does: every checker runs, however the others end, and each must have looked at something.
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./command.ts";
import { packTarball } from "./package/npm.ts";
import { ROOT, SOURCE_FOLDERS, sourceFiles } from "./project.ts";

/** Runs a package's command with this Node; returns what it wrote. Throws what it wrote if it fails. */
async function tool(script: string, ...args: readonly string[]): Promise<string> {
  const result = await runCommand(process.execPath, [join(ROOT, "node_modules", script), ...args], { cwd: ROOT });
  const output = `${result.stdout}${result.stderr}`;
  if (result.status !== 0) throw new Error(output.trim());
  return output;
}

/** The number a checker reports, which must not be 0. */
function reported(output: string, pattern: RegExp): number {
  const count = Number(pattern.exec(output)?.[1] ?? 0);
  if (count === 0) throw new Error(`it passed without looking at any file:\n${output}`);
  return count;
}

/**
 * Checks the product's types and the tests', from nothing, so that no output of a file that is gone is packed. Every source
 * has its output then.
 */
async function types(): Promise<string> {
  rmSync(join(ROOT, "dist"), { recursive: true, force: true });
  await tool("typescript/bin/tsc", "-b");
  const sources = SOURCE_FOLDERS.flatMap((folder) => sourceFiles(folder));
  const missing = sources
    .map((file) => `dist/${file.replace(/\.ts$/, ".js")}`)
    .filter((file) => !existsSync(join(ROOT, file)));
  if (missing.length > 0) throw new Error(`not built: ${missing.join(", ")}`);
  return `${sources.length} sources, ${sourceFiles("test").length} files of tests`;
}

async function lint(): Promise<string> {
  return `${reported(await tool("oxlint/bin/oxlint"), /on (\d+) files? with/)} files`;
}

async function format(): Promise<string> {
  return `${reported(await tool("oxfmt/bin/oxfmt", "--check"), /on (\d+) files?/)} files`;
}

async function unused(): Promise<string> {
  const reporters = ["--reporter", "symbols", "--reporter", "./test/support/knip-reporter.ts"];
  const output = await tool("knip/bin/knip.js", "--no-progress", "--treat-config-hints-as-errors", ...reporters);
  return `${reported(output, /knip: (\d+) files/)} files`;
}

async function publish(tarball: string): Promise<string> {
  await tool("publint/src/cli.js", "run", tarball, "--strict");
  return `${statSync(tarball).size} bytes`;
}

async function declarations(tarball: string): Promise<string> {
  const args = [tarball, "--profile", "esm-only", "--no-color", "--no-emoji", "--format", "table-flipped"];
  const output = await tool("@arethetypeswrong/cli/dist/index.js", ...args);
  const found = new Set(output.match(/"isocell[^"]*"/g)).size;
  if (found < 5) throw new Error(`it found ${found} of the package's 5 entry points:\n${output}`);
  return `${found} entry points`;
}

const folder = mkdtempSync(join(tmpdir(), "isocell-check-"));
let failed = 0;
async function check(name: string, run: () => Promise<string>): Promise<void> {
  const start = performance.now();
  try {
    const looked = await run();
    console.log(`ok      ${name} (${looked}, ${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
  }
}
try {
  await check("types", types);
  await check("lint", lint);
  await check("format", format);
  await check("unused code", unused);
  const tarball = packTarball(ROOT, folder);
  await check("package", async () => publish(await tarball));
  await check("package types", async () => declarations(await tarball));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed > 0) {
  console.log(`${failed} of 6 checks failed`);
  process.exitCode = 1;
}
