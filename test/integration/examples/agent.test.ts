import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";

const SAMPLE = join(ROOT, "test/examples/agent/project");

function agent(...args: readonly string[]): ReturnType<typeof runCommand> {
  const env = { ...process.env };
  // Only what the example itself sets may count.
  for (const name of Object.keys(env)) if (name.startsWith("OPENAI_")) delete env[name];
  const command = ["--import", "./test/examples/library/from-source.ts", "test/examples/agent/main.ts", ...args];
  return runCommand(process.execPath, command, { cwd: ROOT, env, timeoutMs: 60_000 });
}

/** A copy of the sample project, with some of its files changed. */
async function project(change: (source: string) => string = (source) => source): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "isocell-sample-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(SAMPLE, folder, { recursive: true });
  const file = join(folder, "slug.js");
  await writeFile(file, change(await readFile(file, "utf8")));
  return folder;
}

async function testsOf(folder: string): Promise<number | null> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "NODE_TEST_CONTEXT"));
  return (await runCommand(process.execPath, ["--test"], { cwd: folder, env, timeoutMs: 30_000 })).status;
}

const LOOKED = `I run the tests first.
exec_command, called by a script: succeeded
exec, called by a model: succeeded
`;
const READ = `"Every space becomes a dash" in slug.test.js fails. I read it and what it tests.
exec_command, called by a script: succeeded
exec_command, called by a script: succeeded
exec, called by a model: succeeded
`;

describe("The agent of the examples", () => {
  test("mends a project whose test fails, without a network, and says so once the tests pass", async () => {
    const folder = await project();
    expect(await testsOf(folder)).toBe(1);
    const { status, stdout, stderr } = await agent(folder);
    expect({ status, stderr, stdout }).toEqual({
      status: 0,
      stderr: "",
      stdout: `${LOOKED}${READ}Only the first match is replaced. I mend that.
apply_patch, called by a model: succeeded
exec_command, called by a model: succeeded
All 2 tests pass now.
`,
    });
    expect(await testsOf(folder)).toBe(0);
    const [before, after] = await Promise.all(
      [SAMPLE, folder].map((place) => readFile(join(place, "slug.js"), "utf8")),
    );
    expect(after).toBe(before?.replace('.replace(" ", "-")', '.replaceAll(" ", "-")'));
  });

  test("has a model that goes by what it is told: where nothing fails, nothing is changed", async () => {
    const folder = await project((source) => source.replace(".replace(", ".replaceAll("));
    expect((await agent(folder)).stdout).toBe(`${LOOKED}No test fails, 2 pass.\n`);
  });

  test("and where it does not know the mistake, it says so", async () => {
    const folder = await project((source) => source.replace('"-"', '"_"'));
    const before = await readFile(join(folder, "slug.js"), "utf8");
    expect((await agent(folder)).stdout).toBe(`${LOOKED}${READ}I do not see what is wrong.\n`);
    expect(await readFile(join(folder, "slug.js"), "utf8")).toBe(before);
  });

  test("takes a copy of its sample where no project is given", async () => {
    expect((await agent()).stdout).toMatch(/All 2 tests pass now\.\n$/u);
    expect(await testsOf(SAMPLE)).toBe(1);
  });
});
