import { describe, expect, test } from "vitest";
import { lintTools } from "../../../host/lint/lint-tools.ts";
import { lintSarif } from "../../../host/lint/reports/sarif.ts";
import { lintTable } from "../../../host/lint/reports/table.ts";
import { serverTool } from "./fixtures.ts";

const analyze = serverTool({
  owner: "impact",
  name: "analyze",
  description: "Analyze data.",
  inputSchema: { type: "object", properties: { data: { type: "string" } } },
  annotations: { readOnlyHint: true, destructiveHint: true },
});

describe("A report", () => {
  test("has the worst first, and why and how once for each rule", () => {
    const table = lintTable(lintTools([analyze]));
    const [first, second] = table.split("\n");
    expect(first).toBe("impact/analyze");
    expect(second).toBe(
      "  error    execution/contradictory-annotations  annotations.destructiveHint: It says that it changes nothing, and that it destroys.",
    );
    expect(table.match(/execution\/contradictory-annotations\n/gu)).toHaveLength(1);
    expect(table.endsWith("1 tools: 1 error, 3 warnings, 3 info\n")).toBe(true);
  });

  test("leaves out what was switched off for a reason, and counts it", () => {
    const off = { "discovery/bare-name": "an old name", "input/ambiguous-name@impact/analyze": "it is what it is" };
    const report = lintTools([analyze], off);
    expect(report.findings.map(({ rule }) => rule)).not.toContain("discovery/bare-name");
    expect(report.off.map(({ finding, reason }) => [finding.rule, reason])).toEqual([
      ["discovery/bare-name", "an old name"],
      ["input/ambiguous-name", "it is what it is"],
    ]);
    expect(lintTable(report)).toMatch(/, 2 switched off\n$/u);
  });

  test.for([
    [{ "discovery/bare-nam": "x" }, /no rule discovery\/bare-nam; did you mean discovery\/bare-name\?/u],
    [{ "discovery/bare-name": " " }, /say why/u],
  ] as const)("is refused for %j", ([off, message]) => {
    expect(() => lintTools([analyze], off)).toThrow(message);
  });

  test("as SARIF names rule, level, place and suppression of every finding", () => {
    const report = lintTools([analyze], { "discovery/bare-name": "an old name" });
    const sarif = lintSarif(report, "my isocell.json", "1.0.0") as { version: string; runs: [Record<string, unknown>] };
    const [run] = sarif.runs;
    const results = run["results"] as { ruleId: string; ruleIndex: number; level: string; suppressions?: unknown }[];
    const { driver } = run["tool"] as { driver: { rules: { id: string }[] } };
    expect(results).toHaveLength(report.findings.length + report.off.length);
    expect(results[0]).toMatchObject({
      ruleId: "execution/contradictory-annotations",
      level: "error",
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "my%20isocell.json" } },
          logicalLocations: [{ fullyQualifiedName: "impact/analyze.annotations.destructiveHint" }],
        },
      ],
    });
    for (const { ruleId, ruleIndex } of results) expect(driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(results.at(-1)?.suppressions).toEqual([{ kind: "external", justification: "an old name" }]);
  });
});
