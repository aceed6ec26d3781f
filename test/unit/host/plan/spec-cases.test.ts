import { describe, expect, test } from "vitest";
import type { ExtensionSource, OmitFrom, PlanInput, StepPlan } from "../../../../host/step/plan/types.ts";
import type { Mode } from "../../../../host/options.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { specCases } from "../../tools/spec-cases.ts";
import { hosted, listedNames, nestedNames, plan, planWithoutSearch, server, tool } from "./stand-ins.ts";

const MODES: Readonly<Record<string, Mode>> = { direct: "direct", code_mode: "code", code_mode_only: "code-only" };

describe("exposure", () => {
  interface Input {
    readonly toolMode?: string;
    readonly omit_tools_from: readonly OmitFrom[];
  }
  interface Axes {
    readonly listed: boolean;
    readonly nested: boolean | null;
    readonly overlapped?: boolean;
  }
  const cases = specCases<Input, Axes>("exposure-cases.json");

  const planOf = ({ toolMode = "direct", omit_tools_from }: Input): { made: StepPlan; executor: ToolExecutor } => {
    const executor: ToolExecutor = { ...tool("t", "mcp__srv"), parallel: () => true };
    const source = { server: "srv", executors: [executor], omitToolsFrom: omit_tools_from };
    return { made: plan({ mode: MODES[toolMode] ?? "direct", sources: { mcp: [source] } }), executor };
  };

  test.each(cases.filter(({ input }) => input.toolMode !== undefined))("$id", ({ input, expected }) => {
    const { made, executor } = planOf(input);
    expect({
      listed: made.specs.includes(executor.spec),
      searchable: made.deferred.includes(executor),
      namespaceAnnounced: made.deferred.some(({ namespace }) => namespace === executor.namespace),
      // Without code mode there is nothing a script could be seen to call.
      nested: made.mode === "direct" ? null : made.nested.includes(executor),
      describedInExec: made.described.includes(executor),
      dispatches: made.registry.get(executor.namespace, executor.name) === executor,
    }).toEqual(expected);
  });

  const parallel = cases.filter(({ input }) => input.toolMode === undefined);
  test.each(parallel)("$id", ({ input, expected }) => {
    const { made, executor } = planOf(input);
    expect(made.sharesGate(executor, {})).toBe(expected.overlapped);
  });

  test("All cases were asked", () => {
    expect([cases.length, parallel.length]).toEqual([16, 3]);
  });
});

describe("steps", () => {
  interface Expected {
    readonly listedInStep1: boolean;
    readonly listedInStep2: boolean;
  }
  // How long a server is waited for is not the plan's to say: the test says whether it is up.
  test.each(specCases<{ initDelayMs: number; config: string }, Expected>("steps-cases.json"))("$id", (one) => {
    const { input, expected } = one;
    const inTime = input.initDelayMs < 1000 || input.config.includes("required = true");
    const up = server("late", ["t"], { omitToolsFrom: ["deferred"] });
    const builtIn = [tool("exec_command")];
    const first = plan({ sources: { builtIn, mcp: inTime ? [up] : [] } });
    const second = plan({ sources: { builtIn, mcp: [up] } });
    const lists = [first, second].map((made) => listedNames(made).includes("mcp__late.t"));
    expect(lists).toEqual([expected.listedInStep1, expected.listedInStep2]);
    // A step keeps what it had when the server came.
    expect(first.registry.get("mcp__late", "t") !== undefined).toBe(inTime);
  });
});

describe("tool_list", () => {
  interface Options {
    readonly enable?: readonly string[];
    readonly disable?: readonly string[];
    readonly model: string;
    readonly mcp: boolean;
  }
  interface Input {
    readonly options?: Options;
    readonly enable?: readonly string[];
    readonly toml?: string;
  }
  interface Expected {
    readonly names?: readonly string[];
    readonly carrier?: string;
    readonly execDescribes?: readonly string[];
    readonly listed?: readonly string[];
    readonly nested?: readonly string[];
  }
  const cases = specCases<Input, Expected>("tool-list-cases.json");
  const NO_OPTIONS: Options = { model: "gpt-5.5", mcp: false };

  /** Built-in tools by what turns them on, in no order that means anything. */
  function builtIn(id: string, { enable = [], disable = [], model, mcp }: Options, lite: boolean): ToolExecutor[] {
    const codeOnly = lite || enable.includes("code_mode_only");
    const v2 = lite || enable.includes("multi_agent_v2");
    const fallback = model === "no-such-model";
    const on = (condition: boolean, ...tools: readonly ToolExecutor[]): readonly ToolExecutor[] =>
      condition ? tools : [];
    return [
      ...on(!disable.includes("view_image"), tool("view_image")),
      ...on(!fallback, tool("apply_patch")),
      ...on(
        v2,
        ...["wait_agent", "spawn_agent", "send_message", "list_agents", "interrupt_agent", "followup_task"].map(
          (name) => tool(name, "collaboration", lite ? "direct-model-only" : "direct"),
        ),
      ),
      ...on(
        !v2 && !disable.includes("multi_agent"),
        ...["spawn_agent", "send_input", "wait_agent", "resume_agent", "close_agent"].map((name) =>
          tool(name, "multi_agent_v1", "deferred"),
        ),
      ),
      ...on(enable.includes("token_budget"), tool("get_context_remaining"), tool("new_context")),
      ...on(enable.includes("request_permissions_tool"), tool("request_permissions")),
      ...on(enable.includes("deferred_executor"), tool("wait_for_environment")),
      ...on(enable.includes("current_time_reminder"), tool("curr_time", "clock")),
      ...on(id.endsWith("update_plan_enabled"), tool("update_plan")),
      tool("request_user_input", "", "direct-model-only"),
      ...on(
        mcp || codeOnly,
        tool("read_mcp_resource"),
        tool("list_mcp_resources"),
        tool("list_mcp_resource_templates"),
      ),
      ...on(!disable.includes("shell_tool"), tool("write_stdin"), tool("exec_command")),
    ];
  }

  function planOf(id: string, { options = NO_OPTIONS, enable = [], toml = "" }: Input, lite: boolean): StepPlan {
    const enabled = [...(options.enable ?? []), ...enable];
    const namespaces = (key: string): readonly string[] =>
      JSON.parse(new RegExp(`${key}=(\\[.*\\])`, "u").exec(toml)?.[1] ?? "[]") as string[];
    const withServers = options.mcp || toml !== "";
    const codeOnly = lite || enabled.includes("code_mode_only");
    const goals: ExtensionSource = {
      name: "goals",
      executors: ["get_goal", "create_goal", "update_goal"].map((n) => tool(n)),
    };
    const input: Partial<PlanInput> = {
      mode: codeOnly ? "code-only" : toml !== "" || enabled.includes("code_mode") ? "code" : "direct",
      sources: {
        builtIn: builtIn(id, { ...options, enable: enabled, mcp: withServers }, lite),
        // The servers of these cases are kept from being deferred.
        mcp: toml === "" ? [] : ["b", "a"].map((name) => server(name, ["t"], { omitToolsFrom: ["deferred"] })),
        extensions: options.disable?.includes("goals") === true ? [] : [goals],
        hosted: [hosted("web_search")],
      },
      settings: {
        directOnlyNamespaces: namespaces("direct_only_tool_namespaces"),
        excludedNamespaces: namespaces("excluded_tool_namespaces"),
      },
    };
    return options.model === "no-such-model" ? planWithoutSearch(input) : plan(input);
  }

  /** Met otherwise on purpose. */
  const DIFFERENT: Readonly<Record<string, (expected: Expected) => Expected>> = {
    // What code may not call in code-only operation stays listed, so that it can be called at all.
    "tool_list/code_mode_config:only:excluded_namespace_unreachable": (expected) => ({
      ...expected,
      listed: expected.listed?.toSpliced(3, 0, "mcp__a.t") ?? [],
    }),
  };

  test.each(cases)("$id", ({ id, input, expected }) => {
    // Models of this kind get the same list in another wrapping, without what the provider runs itself.
    const lite = expected.carrier === "input[additional_tools]";
    const made = planOf(id, input, lite);
    const names = lite
      ? made.specs
          .filter(({ type }) => type !== "hosted")
          .map(({ namespace, name }) => `${namespace || "functions"}.${name}`)
      : listedNames(made);
    const { names: wanted, listed, nested, execDescribes } = DIFFERENT[id]?.(expected) ?? expected;
    expect(names).toEqual(wanted ?? listed);
    if (nested !== undefined) expect(nestedNames(made)).toEqual(nested);
    if (execDescribes !== undefined) expect(made.described.map(({ name }) => name)).toEqual(execDescribes);
  });

  test("Every difference is one", () => {
    for (const [id, differ] of Object.entries(DIFFERENT)) {
      const expected = cases.find((one) => one.id === id)?.expected ?? {};
      expect(differ(expected)).not.toEqual(expected);
    }
    expect(cases.length).toBe(20);
  });
});
