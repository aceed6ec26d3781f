// Hosts that are configured as the reference was when its lists of tools were taken down.
import { defineTool } from "../../../../host/index.ts";
import type { BuiltinCallbacks, BuiltinName, Mode, Step, ToolExecutor } from "../../../../host/index.ts";
import { BUILTIN_NAMES } from "../../../../tools/index.ts";
import { hostile } from "../../../integration/mcp/fixture.ts";
import { testHost } from "../../../support/test-host.ts";

export interface ListInput {
  readonly options?: {
    readonly enable?: readonly string[];
    readonly disable?: readonly string[];
    readonly model: string;
    readonly mcp: boolean;
  };
  readonly enable?: readonly string[];
  readonly toml?: string;
}
export interface ListExpected {
  readonly names?: readonly string[];
  readonly listed?: readonly string[];
  readonly nested?: readonly string[];
  readonly definitions?: readonly {
    readonly name: string;
    readonly parameters?: unknown;
    readonly format?: { readonly syntax: string };
  }[];
}

/** Built-in tools that the reference does not have. */
export const OWN: readonly string[] = ["read_file", "list_dir", "find_files", "search_text"];
/** What the reference lists and nothing here is: it waits for an environment that comes later. */
export const OF_OTHERS: readonly string[] = ["wait_for_environment"];

const GOAL = { objective: "o", status: "active" } as const;
/** Every callback, as a host would give it. */
export const ALL_CALLBACKS = {
  updatePlan: () => {},
  requestUserInput: () => ({ answers: {} }),
  requestPermissions: () => ({ permissions: {} }),
  newContext: () => {},
  getContextRemaining: () => null,
  getGoal: () => null,
  createGoal: () => GOAL,
  updateGoal: () => GOAL,
  currTime: () => new Date(0),
} satisfies BuiltinCallbacks;

/** What turns a built-in tool on or off in the reference. Those that are not here are always on. */
const TURNED_ON: Readonly<Partial<Record<BuiltinName, string>>> = {
  new_context: "token_budget",
  get_context_remaining: "token_budget",
  request_permissions: "request_permissions_tool",
  "clock.curr_time": "current_time_reminder",
};
const TURNED_OFF: Readonly<Partial<Record<BuiltinName, string>>> = {
  exec_command: "shell_tool",
  write_stdin: "shell_tool",
  view_image: "view_image",
  get_goal: "goals",
  create_goal: "goals",
  update_goal: "goals",
};
const NEVER: ReadonlySet<BuiltinName> = new Set([
  "clock.sleep",
  "list_available_plugins",
  "request_plugin_install",
  "test_sync",
]);

function builtinsOf(id: string, enabled: readonly string[], disabled: readonly string[], fallback: boolean) {
  return BUILTIN_NAMES.filter((name) => {
    if (NEVER.has(name)) return false;
    if (name === "update_plan") return id.endsWith("update_plan_enabled");
    if (name === "apply_patch") return !fallback;
    const on = TURNED_ON[name];
    const off = TURNED_OFF[name];
    return (on === undefined || enabled.includes(on)) && (off === undefined || !disabled.includes(off));
  });
}

/** An agent of many has tools of its own; they come from whoever starts the agents. */
export function agentTools(v2: boolean, lite: boolean): readonly ToolExecutor[] {
  const names = v2
    ? ["wait_agent", "spawn_agent", "send_message", "list_agents", "interrupt_agent", "followup_task"]
    : ["spawn_agent", "send_input", "wait_agent", "resume_agent", "close_agent"];
  return names.toSorted().map((name) =>
    defineTool({
      namespace: v2 ? "collaboration" : "multi_agent_v1",
      name,
      inputSchema: {},
      exposure: v2 ? (lite ? "direct-model-only" : "direct") : "deferred",
      handler: () => null,
    }),
  );
}

const MODES: Readonly<Record<string, Mode>> = { code_mode: "code", code_mode_only: "code-only" };

/** The first step of a host that is configured like the reference in a case. */
export async function listStep(id: string, { options, enable = [], toml = "" }: ListInput): Promise<Step> {
  const { disable = [], model = "", mcp = false } = options ?? {};
  const enabled = [...(options?.enable ?? []), ...enable];
  const lite = id === "tool_list/lite_model";
  const fallback = model === "no-such-model";
  const codeMode = lite ? "code_mode_only" : enabled.findLast((feature) => feature in MODES);
  const mode = MODES[codeMode ?? (toml === "" ? "" : "code_mode")] ?? "direct";
  const namespaces = (key: string): readonly string[] =>
    JSON.parse(new RegExp(`${key}=(\\[.*\\])`, "u").exec(toml)?.[1] ?? "[]") as string[];
  const t = { tools: [{ name: "t", inputSchema: { type: "object" } }] };
  const servers = toml !== "" ? ["a", "b"] : mcp ? ["m"] : [];
  const host = await testHost({
    builtins: { tools: builtinsOf(id, enabled, disable, fallback), callbacks: ALL_CALLBACKS },
    tools: disable.includes("multi_agent") ? [] : agentTools(lite || enabled.includes("multi_agent_v2"), lite),
    mcpServers: Object.fromEntries(
      servers.map((name) => [
        name,
        { ...hostile(t), ...(toml === "" ? {} : { omitToolsFrom: ["deferred"] as const }) },
      ]),
    ),
    hosted: lite ? [] : [{ type: "web_search" }],
    mode,
    steps: {
      search: !fallback && !lite,
      directOnlyNamespaces: namespaces("direct_only_tool_namespaces"),
      excludedNamespaces: namespaces("excluded_tool_namespaces"),
    },
    pool: { processes: 1, prestart: false },
  });
  return host.openSession().step();
}
