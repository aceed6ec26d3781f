import { describe, expect, test } from "vitest";
import { lintTools } from "../../../host/lint/lint-tools.ts";
import { ruleId } from "../../../host/lint/rule.ts";
import { RULES } from "../../../host/lint/rules/index.ts";
import type { JsonSchema } from "../../../tools/index.ts";
import { createImpactTools } from "../../examples/impact/interface/tools.ts";
import { ruleFixtures, serverTool } from "./fixtures.ts";

const AREAS = ["discovery", "input", "execution", "output"];
const fixtures = AREAS.flatMap((area) =>
  Object.entries(ruleFixtures(area)).map(([name, fixture]) => [`${area}/${name}`, fixture] as const),
);

/** Findings of one rule, by tool. */
function found(rule: string, tools: Parameters<typeof serverTool>[0][]): readonly string[] {
  const { findings } = lintTools(tools.map(serverTool));
  return findings.filter((finding) => finding.rule === rule).map(({ tool, message }) => `${tool}: ${message}`);
}

describe("The rules of the linter", () => {
  test("each have a fixture that passes and one that fails", () => {
    expect(fixtures.map(([rule]) => rule).toSorted()).toEqual(RULES.map(ruleId).toSorted());
    for (const [, { pass, fail }] of fixtures) expect([pass.length > 0, fail.length > 0]).toEqual([true, true]);
  });

  test.for(fixtures)("%s has nothing to say about tools that are well made", ([rule, { pass, list }]) => {
    if (list) expect(found(rule, [...pass])).toEqual([]);
    else for (const tool of pass) expect(found(rule, [tool])).toEqual([]);
  });

  test.for(fixtures)("%s finds what is wrong, once for each place", ([rule, { fail, list, found: count }]) => {
    if (list) expect(found(rule, [...fail])).toHaveLength(count ?? 1);
    else for (const tool of fail) expect(found(rule, [tool]), JSON.stringify(tool)).toHaveLength(1);
  });

  test("find nothing worse than a remark in the interface that is made well, and much in the others", async () => {
    const count = async (variant: "A" | "B" | "C"): Promise<number> => {
      const { findings } = lintTools(await createImpactTools("/nowhere", variant));
      return findings.filter(({ severity }) => severity !== "info").length;
    };
    const counts = [await count("A"), await count("B"), await count("C")] as const;
    expect(counts[2]).toBe(0);
    expect(counts[0]).toBeGreaterThan(counts[1]);
    expect(counts[1]).toBeGreaterThan(3);
  });

  test("never throw, whatever a server sends for a schema", () => {
    const hostile: unknown[] = [
      null,
      [],
      { properties: { a: 1 } },
      { properties: [] },
      { anyOf: "x" },
      { type: ["x", 1] },
      { required: 7 },
      deep(200),
    ];
    for (const inputSchema of hostile) {
      const tool = { owner: "x", name: "", description: "", inputSchema: inputSchema as JsonSchema, annotations: {} };
      expect(lintTools([serverTool(tool)]).tools).toBe(1);
    }
  });
});

function deep(levels: number): object {
  return levels === 0 ? { type: "string" } : { type: "object", properties: { a: deep(levels - 1) } };
}
