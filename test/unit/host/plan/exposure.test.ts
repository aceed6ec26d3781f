import { describe, expect, test } from "vitest";
import type { PlanInput } from "../../../../host/step/plan/types.ts";
import type { Exposure, ToolExecutor } from "../../../../tools/index.ts";
import { listedNames, nestedNames, plan, planWithoutSearch, server, shown, tool } from "./stand-ins.ts";

describe("exposure", () => {
  const seen = (mode: PlanInput["mode"], exposure: Exposure, settings = {}): string => {
    const executor = tool("t", "app", exposure);
    const made = plan({ mode, sources: { builtIn: [executor] }, settings });
    const axes = [
      made.specs.includes(executor.spec) && "listed",
      made.deferred.includes(executor) && "found",
      made.nested.includes(executor) && "nested",
    ];
    return axes.filter((axis) => axis !== false).join(" ");
  };

  test.each<[Exposure, string, string]>([
    ["direct", "listed nested", "nested"],
    ["deferred", "found nested", "found nested"],
    ["code-mode-only", "nested", "nested"],
    ["direct-model-only", "listed", "listed"],
    ["deferred-model-only", "found", "found"],
    ["hidden", "", ""],
  ])("A tool that is %s is seen as that beside code, and in code-only operation", (exposure, beside, only) => {
    expect([seen("direct", exposure), seen("code", exposure), seen("code-only", exposure)]).toEqual([
      beside,
      beside,
      only,
    ]);
  });

  test("What a namespace is kept from code with has effect on nested tools alone, and code-only operation lists them", () => {
    const exposures: readonly Exposure[] = [
      "direct",
      "deferred",
      "code-mode-only",
      "direct-model-only",
      "deferred-model-only",
      "hidden",
    ];
    const excluded = { excludedNamespaces: ["app"] };
    const directOnly = { directOnlyNamespaces: ["app"] };
    expect(exposures.map((exposure) => seen("code", exposure, excluded))).toEqual([
      "listed",
      "found",
      "",
      "listed",
      "found",
      "",
    ]);
    expect(exposures.map((exposure) => seen("code-only", exposure, excluded))).toEqual([
      "listed",
      "listed",
      "listed",
      "listed",
      "found",
      "",
    ]);
    expect(exposures.map((exposure) => seen("code", exposure, directOnly))).toEqual([
      "listed",
      "listed",
      "listed",
      "listed",
      "found",
      "",
    ]);
  });

  test("Without search nothing is deferred", () => {
    const builtIn = [tool("a", "", "deferred"), tool("b", "", "deferred-model-only")];
    const made = planWithoutSearch({ sources: { builtIn, mcp: [server("s", ["t"])] } });
    expect([listedNames(made), nestedNames(made), made.deferred]).toEqual([
      ["exec", "wait", "a", "b", "mcp__s.t"],
      ["a", "mcp__s__t"],
      [],
    ]);
  });

  test("Search is there where something is deferred, and listed in code-only operation only for what code cannot call", () => {
    const listsSearch = (mode: PlanInput["mode"], exposure: Exposure): readonly boolean[] => {
      const made = plan({ mode, sources: { builtIn: [tool("t", "", exposure)] } });
      return [made.registry.get("", "tool_search") !== undefined, listedNames(made).includes("tool_search")];
    };
    expect([
      listsSearch("code", "direct"),
      listsSearch("code", "deferred"),
      listsSearch("code-only", "deferred"),
      listsSearch("code-only", "deferred-model-only"),
    ]).toEqual([
      [false, false],
      [true, true],
      [true, false],
      [true, true],
    ]);
  });

  test("A server that may not be listed is found by search where code-only operation excludes it", () => {
    const mcp = [server("s", ["t"], { omitToolsFrom: ["direct"] })];
    const made = plan({ mode: "code-only", sources: { mcp }, settings: { excludedNamespaces: ["mcp__s"] } });
    expect([listedNames(made), made.deferred.map(shown)]).toEqual([["exec", "wait", "tool_search"], ["mcp__s.t"]]);
  });

  test("A tool that says so shares the gate, unless it is hidden, unknown or its test throws", () => {
    const parallel = { ...tool("p"), parallel: (input: unknown) => input === 1 };
    const hidden = { ...tool("h", "", "hidden"), parallel: () => true };
    const throwing: ToolExecutor = {
      ...tool("t"),
      parallel: () => {
        throw new Error("no");
      },
    };
    const made = plan({ sources: { builtIn: [parallel, hidden, throwing] } });
    const asked = [
      made.sharesGate(parallel, 1),
      made.sharesGate(parallel, 2),
      made.sharesGate(hidden, 1),
      made.sharesGate(throwing, 1),
      made.sharesGate(undefined, 1),
    ];
    expect(asked).toEqual([true, false, false, false, false]);
  });
});
