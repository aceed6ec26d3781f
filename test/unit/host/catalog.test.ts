import { describe, expect, test } from "vitest";
import { createCatalog } from "../../../host/step/catalog.ts";
import { defineTool } from "../../../tools/index.ts";
import type { Exposure, ToolExecutor } from "../../../tools/index.ts";

function tool(name: string, namespace = "", exposure: Exposure = "direct"): ToolExecutor {
  return defineTool({ name, namespace, exposure, description: `does ${name}`, handler: () => null });
}

const names = (all: readonly ToolExecutor[], forModel = false): readonly string[] =>
  createCatalog(all, forModel).frame.tools.map(([name]) => name);

describe("a catalog", () => {
  test("keeps every tool whose name reads like another's, and gives the later ones a suffix of their own", () => {
    const [first, second, third, ...rest] = names([tool("a-b"), tool("a_b"), tool("a.b")]);
    expect([first, rest]).toEqual(["a_b", []]);
    expect(second).toMatch(/^a_b_[0-9a-f]{12}$/u);
    expect(third).toMatch(/^a_b_[0-9a-f]{12}$/u);
    expect(second).not.toBe(third);
  });

  test("gives a tool the same suffix every time", () => {
    expect(names([tool("a-b"), tool("a_b")])).toEqual(names([tool("a-b"), tool("a_b")]));
  });

  test("holds each tool at the index of its executor", () => {
    const all = [tool("z"), tool("a")];
    const { frame, executors } = createCatalog(all, false);
    expect(frame.tools).toEqual([
      ["z", "does z"],
      ["a", "does a"],
    ]);
    expect(executors.map(({ name }) => name)).toEqual(["z", "a"]);
  });

  test("is sorted for a model by the names in code; of two that read alike the one without a namespace keeps its own", () => {
    const all = [tool("b", "ns"), tool("z"), tool("a", "ns"), tool("ns__b"), tool("c")];
    const sorted = names(all, true);
    expect(sorted.filter((name) => !name.startsWith("ns__b_"))).toEqual(["c", "ns__a", "ns__b", "z"]);
    const { executors } = createCatalog(all, true);
    expect(executors.map(({ name }) => name)).toEqual(["c", "a", "ns__b", "b", "z"]);
  });

  test("has a revision of its own each time", () => {
    const revisions = [createCatalog([], false), createCatalog([], false)].map(({ frame }) => frame.revision);
    expect(revisions[1]).toBeGreaterThan(revisions[0] ?? Number.NaN);
  });
});
