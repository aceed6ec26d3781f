import { describe, expect, test } from "vitest";
import { createCatalog } from "../../../../host/step/catalog.ts";
import { declaredSpecs } from "../../../../host/step/plan/declared-specs.ts";
import { planStep } from "../../../../host/step/plan/plan-step.ts";
import type { PlanIdentity, PlanInput, PlanSources } from "../../../../host/step/plan/types.ts";
import { defineTool } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { codeMode, hosted, listedNames, MAIN, plan, server, shown, tool, toolSearch } from "./stand-ins.ts";
import { CONTEXT, errorOf } from "./samples.ts";

describe("identity", () => {
  const sources: PlanSources = {
    builtIn: ["exec_command", "write_stdin", "apply_patch", "view_image"].map((name) => tool(name)),
    userMessages: [tool("tell_user")],
    embedder: [tool("mine")],
    mcp: [server("s", ["t"])],
    extensions: [{ name: "e", executors: [tool("goal")] }],
    dynamic: [tool("dyn")],
    hosted: [hosted("web_search")],
  };
  const listed = (identity: Partial<PlanIdentity>, mode: PlanInput["mode"] = "code") => {
    const { registry, specs } = plan({ mode, sources, identity: { ...MAIN, ...identity } });
    return [registry.list().map(shown), specs.map(shown)];
  };

  test("A reviewer has nothing, or under a managed profile and with an environment just enough to look around", () => {
    const three = ["exec_command", "write_stdin", "view_image"];
    expect([
      listed({ kind: "reviewer", managed: false }),
      listed({ kind: "reviewer", environment: false }),
      listed({ kind: "reviewer" }),
      listed({ kind: "reviewer" }, "code-only"),
    ]).toEqual([
      [[], []],
      [[], []],
      [three, three],
      [three, three],
    ]);
  });

  test("What a reviewer does not get is reported by source", () => {
    const { reports } = plan({ sources, identity: { ...MAIN, kind: "reviewer" } });
    expect(reports.map(({ kind, source }) => `${kind} ${source}`)).toEqual(
      ["built-in", "user messages", "tools", "mcp:s", "extension:e", "dynamic", "hosted"].map(
        (source) => `withheld ${source}`,
      ),
    );
  });

  test("A reviewer's command can ask for nothing more, whichever way the arguments come", async () => {
    const inputs: unknown[] = [];
    const command: ToolExecutor = {
      ...defineTool({
        name: "exec_command",
        inputSchema: {
          type: "object",
          properties: { cmd: {}, sandbox_permissions: {}, justification: {}, prefix_rule: {} },
          required: ["cmd", "justification"],
        },
        handler: (input) => inputs.push(input),
      }),
      parseArguments: (json) => ({ input: Object.keys(JSON.parse(json) as object) }),
    };
    const made = plan({ sources: { builtIn: [command] }, identity: { ...MAIN, kind: "reviewer" } });
    const executor = made.registry.get("", "exec_command");
    const asked = { cmd: "ls", sandbox_permissions: "require_escalated", justification: "x", prefix_rule: [] };
    await executor?.handle(asked, CONTEXT);
    expect(inputs).toEqual([{ cmd: "ls" }]);
    expect(executor?.spec).toMatchObject({ inputSchema: { properties: { cmd: {} }, required: ["cmd"] } });
    expect(JSON.stringify(executor?.spec)).not.toMatch(/sandbox_permissions|justification|prefix_rule/u);
    expect(executor?.parseArguments?.(JSON.stringify(asked))).toEqual({ input: ["cmd"] });
    expect(command.spec).toMatchObject({ inputSchema: { required: ["cmd", "justification"] } });
  });

  test("A sub-agent does not speak to the user, and has all else", () => {
    const [main, sub] = [listed({}), listed({ kind: "sub-agent" })];
    expect(sub).toEqual(main?.map((names) => names.filter((name) => name !== "tell_user")));
  });
});

describe("order", () => {
  const sources: PlanSources = {
    builtIn: [tool("exec_command"), tool("apply_patch"), tool("view_image")],
    mcp: ["b", "a"].map((name) => server(name, ["z", "y"], { omitToolsFrom: ["deferred"] })),
    extensions: [{ name: "e", executors: [tool("late", "mcp__a")] }],
    hosted: [hosted("web_search")],
  };
  const ordered = (toolOrder: readonly string[]) =>
    listedNames(plan({ mode: "direct", sources, settings: { toolOrder } }));

  test("A namespace stands where its first member stands, its members by name", () => {
    expect(ordered(["..."])).toEqual([
      ..."exec_command apply_patch view_image mcp__a.late mcp__a.y mcp__a.z mcp__b.y mcp__b.z web_search".split(" "),
    ]);
  });

  test("A user's order puts tools, namespaces and hosted tools before and behind the rest", () => {
    expect(ordered(["web_search", "mcp__b.z", "functions.view_image", "...", "exec_command"])).toEqual([
      ..."web_search mcp__b.y mcp__b.z view_image apply_patch mcp__a.late mcp__a.y mcp__a.z exec_command".split(" "),
    ]);
  });

  test("An order without a place for the rest, or with anything twice, is an invalid option", () => {
    const problems = [["exec_command"], ["...", "..."], ["a", "functions.a", "..."], [1 as unknown as string, "..."]];
    expect(problems.map((order) => errorOf(() => ordered(order)))).toEqual([
      { code: "invalid_options", message: 'toolOrder has no "..."; put it where all tools go that are not named.' },
      { code: "invalid_options", message: 'toolOrder names "..." twice; keep one of them.' },
      { code: "invalid_options", message: 'toolOrder names "functions.a" twice; keep one of them.' },
      { code: "invalid_options", message: "toolOrder has an entry that is no text at index 0." },
    ]);
  });

  test("A name that is not there is reported, not refused: its server may still come", () => {
    const { reports } = plan({
      sources,
      settings: { toolOrder: ["mcp__c.t", "exec", "mcp__a", "functions.exec_command", "..."] },
    });
    expect(reports.map(({ kind, source, name }) => [kind, source, name])).toEqual([["order", "settings", "mcp__c.t"]]);
  });
});

describe("a plan", () => {
  const many = (size: number): PlanSources => ({
    builtIn: [tool("exec_command")],
    mcp: Array.from({ length: 10 }, (_, index) =>
      server(
        `s${index}`,
        Array.from({ length: size / 10 }, (__, each) => `tool_${each}`),
      ),
    ),
  });
  const bestOf = (runs: number, work: () => unknown): number => {
    const times = Array.from({ length: runs }, () => {
      const startedAt = performance.now();
      work();
      return performance.now() - startedAt;
    });
    return Math.min(...times);
  };

  test("A thousand tools are planned in under 30 ms, and nothing new in under 1 ms", () => {
    const fresh = Array.from({ length: 10 }, () => many(1000));
    let next = 0;
    expect(bestOf(10, () => plan({ sources: fresh[next++] ?? {} }))).toBeLessThan(30);
    const sources = many(1000);
    const first = plan({ sources });
    // The outer objects may be new; lists and settings count.
    expect(plan({ sources: { ...sources, mcp: [...(sources.mcp ?? [])] }, settings: { excludedNamespaces: [] } })).toBe(
      first,
    );
    expect(bestOf(10, () => plan({ sources }))).toBeLessThan(1);
  });

  test("Other lists, settings, identities and makers make another plan", () => {
    const builtIn = [tool("a", "ns")];
    const inputs: readonly Partial<PlanInput>[] = [
      { sources: { builtIn } },
      { sources: { builtIn: [...builtIn] } },
      { sources: { builtIn, dynamic: [tool("d")] } },
      { sources: { builtIn }, mode: "code-only" },
      { sources: { builtIn }, identity: { ...MAIN, kind: "sub-agent" } },
      { sources: { builtIn }, settings: { excludedNamespaces: ["ns"] } },
      { sources: { builtIn }, settings: { directOnlyNamespaces: ["ns"] } },
      { sources: { builtIn }, settings: { toolOrder: ["..."] } },
      { sources: { builtIn }, codeMode: () => codeMode() },
      { sources: { builtIn }, toolSearch: () => toolSearch() },
    ];
    const plans = inputs.map((input) => plan(input));
    expect(new Set(plans).size).toBe(inputs.length);
    const [first, again] = [plan(inputs[0]), plan(inputs[0])];
    expect(first).toBe(again);
    // What takes long to make is shared by plans that differ in their makers alone.
    expect(plans[8]?.nested).toBe(plans[0]?.nested);
  });

  test("A search is made once for the same tools, whoever runs the scripts", () => {
    const sources = { dynamic: [tool("t", "ns", "deferred")] };
    let made = 0;
    const counting = () => (made++, toolSearch());
    for (let count = 0; count < 3; count++) plan({ sources, toolSearch: counting, codeMode: () => codeMode() });
    expect(made).toBe(1);
  });

  test("A mode with code needs what makes exec and wait", () => {
    expect(errorOf(() => planStep({ mode: "code", identity: MAIN, sources: {} })).code).toBe("invalid_options");
  });

  test("A wrong place to omit tools from is refused by server", () => {
    const mcp = [server("s", ["t"], { omitToolsFrom: ["code" as "code_mode"] })];
    expect(errorOf(() => plan({ sources: { mcp } })).message).toMatch(/omitToolsFrom.* of s has "code"/u);
  });

  test("Hosted tools of one name are sent once", () => {
    const made = plan({ sources: { hosted: [hosted("web_search"), hosted("web_search")] } });
    expect([listedNames(made), made.reports.map(({ source, name }) => [source, name])]).toEqual([
      ["exec", "wait", "web_search"],
      [["hosted", "web_search"]],
    ]);
  });

  test("Beside code, tools that code may call are described as code sees them", () => {
    const builtIn = [tool("a"), tool("b", "", "direct-model-only")];
    const made = plan({ sources: { builtIn, hosted: [hosted("web_search")] } });
    const specs = declaredSpecs(made.specs, createCatalog(made.nested, true));
    expect(specs.map(shown)).toEqual(listedNames(made));
    const changed = specs.filter(
      (spec) => spec.type === "function" && spec.description.includes("declare const tools"),
    );
    expect(changed.map(shown)).toEqual(["a"]);
  });
});
