import { expect, onTestFinished, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { BuiltinCallbacks, Host, Mode, Step, ToolSpec } from "../../../host/index.ts";
import { BUILTIN_NAMES } from "../../../tools/index.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Options {
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
  readonly model: string;
}
interface Input {
  readonly options?: Options;
  readonly enable?: readonly string[];
  readonly toml?: string;
}
interface Definition {
  readonly name: string;
  readonly parameters?: unknown;
}
interface Expected {
  readonly names?: readonly string[];
  readonly listed?: readonly string[];
  readonly nested?: readonly string[];
  readonly definitions?: readonly Definition[];
}

const cases = specCases<Input, Expected>("tool-list-cases.json");
/** Tools of the reference's lists that the host does not bring itself, and who does. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  "MCP servers": /^(?:list_mcp_|read_mcp_|mcp__)/u,
  "the model's API": /^web_search$/u,
  "the search, where something is deferred": /^tool_search$/u,
  "an agent of many": /^(?:multi_agent_v1|collaboration)/u,
  "an environment that comes later": /^wait_for_environment$/u,
  "tools that are not built in yet": /^(?:exec_command|write_stdin|apply_patch|view_image)$/u,
};

const GOAL = { objective: "o", status: "active" } as const;
const GOALS: BuiltinCallbacks = { getGoal: () => null, createGoal: () => GOAL, updateGoal: () => GOAL };
/** What a feature of the reference brings here. */
const FEATURES: Readonly<Record<string, BuiltinCallbacks>> = {
  token_budget: { newContext: () => {}, getContextRemaining: () => null },
  request_permissions_tool: { requestPermissions: () => ({ permissions: {} }) },
  current_time_reminder: { currTime: () => new Date() },
};
const MODES: Readonly<Record<string, Mode>> = { code_mode: "code", code_mode_only: "code-only" };

async function stepOf(id: string, { options, enable = [], toml = "" }: Input): Promise<Step> {
  const enabled = [...(options?.enable ?? []), ...enable];
  const lite = id === "tool_list/lite_model";
  const codeMode = lite ? "code_mode_only" : enabled.findLast((feature) => feature in MODES);
  const mode = MODES[codeMode ?? (toml === "" ? "" : "code_mode")] ?? "direct";
  const namespaces = (key: string): readonly string[] =>
    JSON.parse(new RegExp(`${key}=(\\[.*\\])`, "u").exec(toml)?.[1] ?? "[]") as string[];
  const parts: readonly BuiltinCallbacks[] = [
    { requestUserInput: () => ({ answers: {} }) },
    options?.disable?.includes("goals") === true ? {} : GOALS,
    id.endsWith("update_plan_enabled") ? { updatePlan: () => {} } : {},
    ...enabled.map((feature) => FEATURES[feature] ?? {}),
  ];
  const callbacks = Object.assign({}, ...parts) as BuiltinCallbacks;
  const host: Host = await createHost({
    builtins: { tools: "all", callbacks },
    mode,
    steps: {
      directOnlyNamespaces: namespaces("direct_only_tool_namespaces"),
      excludedNamespaces: namespaces("excluded_tool_namespaces"),
    },
    pool: { processes: 1 },
  });
  onTestFinished(() => host.close());
  return host.openSession().step();
}

/** Names as the reference spells them, of tools that are here. */
function own(names: readonly string[]): readonly string[] {
  const plain = names.map((name) => name.replace(/^functions\./u, "").replace(/^clock__/u, "clock."));
  return plain.filter((name) => !Object.values(OTHERS).some((other) => other.test(name)));
}

function dotted({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}

/** A schema without what it says in words. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== "description" || typeof value !== "string");
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value)]));
}

test.for(cases)("The built-in tools stand in the list as in the reference: $id", async ({ id, input, expected }) => {
  const step = await stepOf(id, input);
  const listed = step.specs.map(dotted);
  expect(own(listed)).toEqual(own(expected.names ?? expected.listed ?? []));
  if (expected.nested !== undefined) {
    expect(own(step.plan.nested.map(dotted).toSorted())).toEqual(own(expected.nested));
  }
  const here = (expected.definitions ?? []).filter(({ name }) => (BUILTIN_NAMES as readonly string[]).includes(name));
  for (const { name, parameters } of here) {
    const spec = step.specs.find((one) => dotted(one) === name) as Extract<ToolSpec, { type: "function" }> | undefined;
    expect([name, bare(spec?.inputSchema)]).toEqual([name, parameters]);
  }
});

test("All cases were asked, and every name in them is either built in or somebody else's", () => {
  const found = new Set(
    cases.flatMap(({ expected: { names = [], listed = [], nested = [] } }) => own([...names, ...listed, ...nested])),
  );
  const known = new Set<string>([...BUILTIN_NAMES, "exec", "wait"]);
  expect([...found].filter((name) => !known.has(name))).toEqual([]);
  expect(cases.length).toBe(20);
});
