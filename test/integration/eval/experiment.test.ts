import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Evaluation } from "../../../host/eval/evaluate.ts";
import { constructTrajectories } from "../../examples/impact/eval/generate.ts";
import { ROOT } from "../../support/project.ts";
import { folderWith, suiteJson } from "../../unit/eval/sample.ts";
import { isocell } from "../cli/isocell.ts";

const EXAMPLE = join(ROOT, "test/examples/impact/eval");
const SUITE = join(EXAMPLE, "suite.json");
const read = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");

describe("The suite of the experiment", () => {
  test("has trajectories whose results are those of the tools.", async () => {
    const made = await constructTrajectories();
    expect(made.size).toBe(36);
    for (const [path, text] of made) expect(read(EXAMPLE, "trajectories", path), path).toBe(text);
  });

  test("passes 0, 7 and 12 of 12, keeps every raw trajectory, and writes three reports.", async () => {
    const out = join(folderWith({}), "out");
    const { code, stdout, stderr } = await isocell(["eval", SUITE, "--out", out, "--format", "json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Reports and raw trajectories: ${out}\n` });
    const evaluation = JSON.parse(stdout) as Evaluation;
    expect(evaluation.variants.map(({ variant, passed }) => [variant.id, passed.passed, passed.runs])).toEqual([
      ["A", 0, 12],
      ["B", 7, 12],
      ["C", 12, 12],
    ]);
    expect(evaluation.remarks[0]).toMatch(/^36 of 36 trajectories are constructed, not recorded/);
    const { list } = evaluation.comparisons;
    expect(
      list.map(({ one, other, changed }) => `${one}${other} ${changed.map(({ variable }) => variable).join()}`),
    ).toEqual(["AB annotations", "AC tool,annotations", "BC tool"]);
    expect(list.map(({ warnings }) => warnings.some((text) => text.includes("changed at once")))).toEqual([
      false,
      true,
      false,
    ]);
    expect(list.map(({ paired }) => [paired?.onlyOne, paired?.onlyOther])).toEqual([
      [0, 7],
      [0, 12],
      [0, 5],
    ]);
    expect(readdirSync(out).toSorted()).toEqual([
      "evaluation.json",
      "raw",
      "report.html",
      "report.json",
      "report.md",
      "suite.json",
    ]);
    for (const variant of ["A", "B", "C"]) {
      for (const file of readdirSync(join(EXAMPLE, "trajectories", variant))) {
        expect(read(out, "raw", variant, file)).toBe(read(EXAMPLE, "trajectories", variant, file));
      }
    }
    expect(read(out, "report.md")).toContain(
      "| B | analyze | read-only | 7/12 | 32–81 % | 8/12 | 7/12 | 7/12 | 12/12 |",
    );
    expect(read(out, "report.json")).toBe(stdout);
  });

  test("is measured again from what was kept, and by other measures.", async () => {
    const out = join(folderWith({}), "out");
    await isocell(["eval", SUITE, "--out", out, "--format", "none"]);
    const again = await isocell(["eval", SUITE, "--from", out, "--format", "json"]);
    expect((JSON.parse(again.stdout) as Evaluation).variants.map(({ passed }) => passed.passed)).toEqual([0, 7, 12]);
    const changed = { ...(JSON.parse(read(SUITE)) as object), passes: ["arguments"], repetitions: 3 };
    const suite = join(folderWith({ "suite.json": JSON.stringify(changed) }), "suite.json");
    const other = await isocell(["eval", suite, "--from", out, "--out", join(folderWith({}), "b"), "--format", "json"]);
    const { variants, remarks } = JSON.parse(other.stdout) as Evaluation;
    expect(other.code).toBe(1);
    expect(variants.map(({ passed, missing }) => [passed.passed, missing])).toEqual([
      [4, 6],
      [7, 6],
      [12, 6],
    ]);
    expect(remarks.join(" ")).toContain(
      "18 of 54 runs are missing. The suite was changed since these trajectories were taken.",
    );
    const overwritten = await isocell(["eval", SUITE, "--out", out]);
    expect(overwritten).toMatchObject({ code: 2, stdout: "" });
    expect(overwritten.stderr).toContain("holds an evaluation already");
  });
});

describe("isocell eval", () => {
  test("of a broken suite ends with 2 and all that is wrong.", async () => {
    const cwd = folderWith({
      "s.json": JSON.stringify(suiteJson({ repetitons: 2, tasks: [{ id: "a", prompt: "x", answer: { regex: "(" } }] })),
    });
    const { code, stdout, stderr } = await isocell(["eval", "s.json"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("tasks[0].answer.regex: expected a regular expression");
    expect(stderr).toContain('repetitons: unknown key; did you mean "repetitions"?');
  });

  test.for([
    [[], "which suite? Give its file"],
    [["s.json", "--format", "xml"], '--format takes markdown, json, html, none, not "xml"'],
    [["s.json", "--limit", "-1"], '--limit takes a whole number, not "-1"'],
    [["s.json", "--from", "nowhere"], "evaluation.json is not that of an evaluation: there is no such file"],
  ] as const)("%j ends with 2.", async ([args, problem]) => {
    const cwd = folderWith({ "s.json": JSON.stringify(suiteJson()) });
    const { code, stderr } = await isocell(["eval", ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  test("runs no live model where nobody can be asked, and says what it would have cost.", async () => {
    const source = { type: "anthropic", baseUrl: "http://127.0.0.1:1", model: "m", maxRounds: 3, maxTokens: 500 };
    const cwd = folderWith({ "s.json": JSON.stringify(suiteJson({ sources: [source] })) });
    const { code, stderr } = await isocell(["eval", "s.json", "--out", "out"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("2 live runs with m at http://127.0.0.1:1: at most 6 requests and about 1,000 tokens.");
    expect(stderr).toContain("live runs need --yes");
    expect(readdirSync(cwd)).toEqual(["s.json"]);
  });

  test("with trajectories that are missing or hostile measures the others, ends with 1, and tells which.", async () => {
    const cwd = folderWith({
      "s.json": JSON.stringify(suiteJson({ sources: [{ type: "recorded", path: "${tool}.jsonl" }] })),
      "old.jsonl": `{"type":"message","text":"3"}\nx\n{"type":"message","text":"${"y".repeat(2_000_000)}"}\n${"[".repeat(100_000)}\n`,
    });
    const { code, stdout, stderr } = await isocell(["eval", "s.json", "--out", "out"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("| old | old | 1/1 |");
    expect(stdout).toContain("| new | new | – (1 missing) |");
    expect(stdout).toContain("3 lines in 1 trajectories could not be read");
    expect(stderr).toContain("1 run missing: The trajectory ");
    writeFileSync(join(cwd, "out", "evaluation.json"), '{"format":1,"runs":[{"task":"../../etc"}]}');
    expect((await isocell(["eval", "s.json", "--from", "out"], { cwd })).code).toBe(2);
  });
});
