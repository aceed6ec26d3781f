import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeImpactRepository } from "../../examples/impact/fixture/make-repository.ts";
import { ROOT } from "../../support/project.ts";
import { folder, isocell } from "../cli/isocell.ts";

const SERVER = join(ROOT, "test/examples/impact/server.ts");

/** A folder with a configuration whose only server has an interface of the impact example. */
async function configured(variant: "A" | "B" | "C", more: object = {}): Promise<string> {
  const cwd = await folder();
  makeImpactRepository(join(cwd, "shop"));
  const impact = { command: process.execPath, args: [SERVER, join(cwd, "shop"), "--variant", variant] };
  await writeFile(join(cwd, "isocell.json"), JSON.stringify({ mcpServers: { impact }, ...more }));
  return cwd;
}

describe("isocell lint", () => {
  test("finds nothing to mend in the interface that is made well, also when it is called with wrong arguments", async () => {
    const cwd = await configured("C");
    const { code, stdout, stderr } = await isocell(["lint", "--probe", "--fail-on", "info"], { cwd });
    expect([stdout, stderr, code]).toEqual(["2 tools: 0 errors, 0 warnings, 0 info\n", "", 0]);
  });

  test("finds what is wrong with the one that is not, and its exit code goes by the severity that is asked for", async () => {
    const cwd = await configured("A");
    const { code, stdout } = await isocell(["lint"], { cwd });
    expect(stdout).toContain("  warning  discovery/bare-name  name: The name analyze fits almost every tool.\n");
    expect(code).toBe(0);
    expect((await isocell(["lint", "--fail-on", "warning"], { cwd })).code).toBe(1);
  });

  test("tells what tools that change nothing do with wrong arguments", async () => {
    const cwd = await configured("B");
    const { stdout } = await isocell(["lint", "--probe", "--format", "json"], { cwd });
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; message: string }[] };
    // Its own check of arguments names what is missing and what is wrong.
    expect(findings.filter(({ rule }) => rule.startsWith("probe/"))).toEqual([]);
  });

  test("leaves out what the configuration switches off, and refuses rules that are not there", async () => {
    const off = { "discovery/bare-name": "an old name", "input/free-object@impact/analyze": "any options" };
    const cwd = await configured("B", { lint: { off } });
    const { stdout } = await isocell(["lint", "--format", "sarif"], { cwd });
    const { runs } = JSON.parse(stdout) as { runs: [{ results: { ruleId: string; suppressions?: unknown }[] }] };
    const suppressed = runs[0].results.filter(({ suppressions }) => suppressions !== undefined);
    expect(suppressed.map(({ ruleId }) => ruleId).toSorted()).toEqual(Object.keys(off).map((key) => key.split("@")[0]));
    const wrong = await configured("B", { lint: { off: { "discovery/name": "why" } } });
    const { code, stderr } = await isocell(["lint"], { cwd: wrong });
    expect([code, stderr]).toEqual([2, expect.stringContaining("there is no rule discovery/name")]);
  });

  test.for([
    [["--format", "xml"], "--format takes table, json, sarif"],
    [["--fail-on", "all"], "--fail-on takes error, warning, info"],
  ] as const)("refuses %j", async ([args, message]) => {
    const { code, stderr } = await isocell(["lint", ...args], { cwd: await folder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
