import { describe, expect, test } from "vitest";
import { createCatalog } from "../../../../host/step/catalog.ts";
import { declaredSpecs } from "../../../../host/step/plan/declared-specs.ts";
import { planStep } from "../../../../host/step/plan/plan-step.ts";
import type { PlanIdentity, PlanInput, PlanSources } from "../../../../host/step/plan/types.ts";
import { IsocellError } from "../../../../protocol/index.ts";
import { defineTool } from "../../../../tools/index.ts";
import type { CallContext, Exposure, ToolExecutor } from "../../../../tools/index.ts";
import {
  codeMode,
  hosted,
  listedNames,
  MAIN,
  nestedNames,
  plan,
  planWithoutSearch,
  server,
  shown,
  tool,
  toolSearch,
} from "./stand-ins.ts";

const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  callId: "1",
  source: { kind: "direct" },
  attempt: 1,
  unconfined: false,
  reportProgress: () => undefined,
};

function errorOf(make: () => unknown): { code: string; message: string } {
  try {
    make();
  } catch (error) {
    if (error instanceof IsocellError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was thrown");
}

function withDescription(name: string, namespace: string, namespaceDescription: string): ToolExecutor {
  return { ...tool(name, namespace), namespaceDescription };
}

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
