import { describe, expect, test } from "vitest";
import type { PlanSources } from "../../../../host/step/plan/types.ts";
import { codeMode, listedNames, nestedNames, plan, planWithoutSearch, shown, tool } from "./stand-ins.ts";
import { errorOf, withDescription } from "./samples.ts";

describe("names", () => {
  test("Two trusted tools of one name are refused, with and without the default namespace", () => {
    const twice = (sources: PlanSources) => errorOf(() => plan({ sources })).code;
    expect([
      twice({ builtIn: [tool("a"), tool("a")] }),
      twice({ builtIn: [tool("a")], embedder: [tool("a", "functions")] }),
      twice({ embedder: [tool("a", "ns"), tool("a", "ns")] }),
      twice({ embedder: [tool("exec")] }),
      twice({ embedder: [tool("anything", "tool_search")] }),
    ]).toEqual(Array.from({ length: 5 }, () => "duplicate_tool"));
  });

  test("A trusted tool may have any name that nothing needs", () => {
    const embedder = [tool("exec"), tool("wait"), tool("shell_command"), tool("tool_search")];
    expect(listedNames(planWithoutSearch({ mode: "direct", sources: { embedder } }))).toEqual(embedder.map(shown));
  });

  test("Tools from elsewhere step back for names that are taken or reserved, and are reported", () => {
    const builtIn = [tool("apply_patch")];
    const extensions = [
      { name: "e", executors: [tool("apply_patch"), tool("mine"), tool("exec_command", "functions")] },
    ];
    const dynamic = [tool("mine"), tool("exec"), tool("x", "tool_search"), tool("exec_command", "other")];
    const made = plan({ sources: { builtIn, extensions, dynamic } });
    expect(
      made.reports.map(({ kind, source, namespace, name, reason }) => [kind, source, namespace, name, reason]),
    ).toEqual([
      ["dropped", "extension:e", "", "apply_patch", "another tool has this name"],
      ["dropped", "extension:e", "functions", "exec_command", "this name is reserved"],
      ["dropped", "dynamic", "", "mine", "another tool has this name"],
      ["dropped", "dynamic", "", "exec", "this name is reserved"],
      ["dropped", "dynamic", "tool_search", "x", "the namespace tool_search is reserved"],
    ]);
    expect(made.collisions[0]).toBe("functions.apply_patch");
    expect(made.registry.get("functions", "apply_patch")).toBe(builtIn[0]);
    expect(listedNames(made)).toEqual(["exec", "wait", "apply_patch", "mine", "other.exec_command"]);
  });

  test("A collision is an error where that is wished, before anything is made", () => {
    const sources = { builtIn: [tool("apply_patch")], dynamic: [tool("apply_patch")] };
    let made = 0;
    const counting = () => (made++, codeMode());
    const error = errorOf(() => plan({ sources, settings: { errorOnCollision: true }, codeMode: counting }));
    expect([error, made]).toEqual([{ code: "duplicate_tool", message: "duplicate tool: functions.apply_patch" }, 0]);
  });

  test("The first description of a namespace counts, and another one is reported, or an error where that is wished", () => {
    const dynamic = [
      tool("a", "ns"),
      withDescription("b", "ns", "One"),
      withDescription("c", "ns", "Two"),
      withDescription("d", "other", " "),
    ];
    const sources = { dynamic };
    const made = plan({ sources });
    expect([...made.namespaces]).toEqual([
      ["ns", "One"],
      ["other", "Tools in the other namespace."],
    ]);
    expect(made.reports.map(({ kind, source, name }) => [kind, source, name])).toEqual([
      ["description", "dynamic", "c"],
    ]);
    expect(errorOf(() => plan({ sources, settings: { errorOnCollision: true } })).message).toMatch(
      /^duplicate tool: ns\.c /u,
    );
    const same = { dynamic: [withDescription("a", "ns", "One"), withDescription("b", "ns", "One")] };
    expect(plan({ sources: same, settings: { errorOnCollision: true } }).reports).toEqual([]);
  });

  test("Servers whose namespaces read alike all get a suffix, the one that both names and settings go by", () => {
    const alike = (name: string) => ({
      server: name,
      executors: [tool("t", "mcp__foo_bar")],
      omitToolsFrom: ["deferred"] as const,
    });
    const made = plan({
      sources: { mcp: [alike("foo_bar"), alike("foo-bar")] },
      settings: { directOnlyNamespaces: ["mcp__foo_bar"] },
    });
    expect([listedNames(made), nestedNames(made)]).toEqual([
      ["exec", "wait", "mcp__foo_bar_931946a43e34.t", "mcp__foo_bar_e0f6b7fd4292.t"],
      [],
    ]);
    expect(made.reports.map(({ kind, source, now }) => [kind, source, now?.namespace])).toEqual([
      ["renamed", "mcp:foo_bar", "mcp__foo_bar_e0f6b7fd4292"],
      ["renamed", "mcp:foo-bar", "mcp__foo_bar_931946a43e34"],
    ]);
    expect(made.registry.list().filter(({ namespace }) => namespace === "mcp__foo_bar")).toEqual([]);
  });
});
