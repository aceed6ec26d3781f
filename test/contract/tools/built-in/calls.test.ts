import { expect, test } from "vitest";
import type { Step, StepCall } from "../../../../host/index.ts";
import { hostile } from "../../../integration/mcp/fixture.ts";
import { builtinHost, callWith, shownText } from "../../../support/builtin-host.ts";
import { testHost, textsOf } from "../../../support/test-host.ts";
import { specCases } from "../../../unit/tools/spec-cases.ts";
import { ALL_CALLBACKS } from "./list-steps.ts";

interface Input {
  readonly name?: string;
  readonly arguments?: string;
  readonly calls?: readonly string[];
}
interface Expected {
  readonly body?: string;
  readonly parallel?: boolean;
}

const ofModes = specCases<Input, Expected>("dispatch-cases.json").filter(
  ({ id }) => id === "dispatch/rui_default_mode",
);
test.for(ofModes)("A tool that a mode does not have answers as in the reference: $id", async ({ input, expected }) => {
  const callbacks = { ...ALL_CALLBACKS, collaborationMode: () => "default" as const };
  const host = await testHost({ builtins: { tools: "all", callbacks }, mode: "direct" });
  const { content } = await (
    await host.openSession().step()
  ).call({
    name: input.name ?? "",
    arguments: input.arguments ?? "",
  });
  expect(content).toEqual([{ type: "text", text: expected.body }]);
});

/** Where isocell does otherwise, and why. */
const DIFFERENT: Readonly<Record<string, { readonly parallel: boolean; readonly why: string }>> = {
  "parallel/flag:wait": {
    parallel: true,
    why: "calls of scripts go through the gate of the session: one who waits for them must not stand in it",
  },
};

const flags = specCases<Input, Expected>("parallel-cases.json").filter(
  // Agents of many bring their tools themselves; parallel.test.ts asks about these with such tools.
  ({ id }) => id.startsWith("parallel/flag:") && !id.includes("multi_agent"),
);

/** Whether a tool of the step may run beside others, called with these arguments. */
function shares({ plan }: Step, fullName: string, input: unknown = {}): boolean | string {
  const dot = fullName.lastIndexOf(".");
  const executor = plan.registry.get(fullName.slice(0, Math.max(0, dot)), fullName.slice(dot + 1));
  return executor === undefined ? `there is no ${fullName}` : plan.sharesGate(executor, input);
}

async function everyTool(parallel: "always" | "read-only"): Promise<Step> {
  const host = await testHost({
    builtins: { tools: "all", callbacks: ALL_CALLBACKS, commands: { parallel } },
    mcpServers: { m: hostile({}) },
    pool: { processes: 1, prestart: false },
  });
  return host.openSession().step();
}

test.for(flags)("A tool may run beside others where the reference's may: $id", async ({ id, input, expected }) => {
  const step = await everyTool("always");
  expect(input.calls?.[1]).toBe(id.replace("parallel/flag:", ""));
  expect(shares(step, input.calls?.[1] ?? "")).toBe(DIFFERENT[id]?.parallel ?? expected.parallel);
  expect(DIFFERENT[id]?.parallel).not.toBe(expected.parallel);
});

test("Other tools may where the reference was seen to let them, and our own read-only ones always", async () => {
  const seen: Readonly<Record<string, boolean>> = {
    exec_command: true,
    view_image: true,
    get_context_remaining: true,
    read_mcp_resource: true,
    request_user_input: false,
    create_goal: false,
    update_goal: false,
    read_file: true,
    list_dir: true,
    find_files: true,
    search_text: true,
  };
  const step = await everyTool("always");
  expect(Object.fromEntries(Object.keys(seen).map((name) => [name, shares(step, name)]))).toEqual(seen);
});

test("Commands share by what they do, unless the reference's way is asked for", async () => {
  const inputs = [{ cmd: "git status | head" }, { cmd: "touch a" }];
  const by = async (parallel: "always" | "read-only"): Promise<unknown[]> => {
    const step = await everyTool(parallel);
    return inputs.map((input) => shares(step, "exec_command", input));
  };
  expect([await by("read-only"), await by("always")]).toEqual([
    [true, false],
    [true, true],
  ]);
});

const timed: Readonly<Record<string, StepCall>> = {
  "parallel/exec_x3_overlap": callWith("exec_command", { cmd: "touch b" }, "b"),
  "parallel/apply_patch_is_a_barrier": {
    name: "apply_patch",
    input: "*** Begin Patch\n*** Add File: b\n+b\n*** End Patch",
  },
  "parallel/list_mcp_resources_overlaps": { name: "list_mcp_resources", arguments: "{}" },
  "parallel/unknown_tool_is_a_barrier": { name: "nosuch", arguments: "{}" },
};

test.for(Object.keys(timed))("Real calls overlap or wait as in the reference: %s", async (id) => {
  const { startedAt100ms = {} } =
    specCases<Input, { readonly startedAt100ms?: Readonly<Record<string, number>> }>("parallel-cases.json").find(
      (one) => one.id === id,
    )?.expected ?? {};
  const { host } = await builtinHost({
    builtins: { tools: ["exec_command", "apply_patch"], commands: { parallel: "always" } },
    mcpServers: { m: hostile({ capabilities: { tools: {}, resources: {} }, resources: [] }) },
    mode: "direct",
  });
  const turn = (await host.openSession().step()).turn();
  // The first ends once the last has begun, or after a while; the last says whether the first had ended.
  const first = "for i in $(seq 60); do [ -e c ] && break; sleep 0.01; done; touch a";
  void turn.add(callWith("exec_command", { cmd: first }));
  void turn.add(timed[id] ?? { name: id });
  void turn.add(callWith("exec_command", { cmd: "[ -e a ] && echo after || echo beside; touch c" }));
  const texts: string[] = [];
  for await (const { output } of turn.outputs()) texts.push(shownText(output));
  const waits = (startedAt100ms["c"] ?? 0) - (startedAt100ms["a"] ?? 0) > 5;
  expect(texts[2]?.split("Output:\n")[1]).toBe(waits ? "after\n" : "beside\n");
});

test("What is for the model alone is out of a script's reach", async () => {
  const host = await testHost({ builtins: { tools: "all", callbacks: ALL_CALLBACKS } });
  const outcome = await host.openSession().run("text(ALL_TOOLS.map(({ name }) => name).sort().join(' '))");
  expect(textsOf(outcome)).toEqual([
    "apply_patch clock__curr_time create_goal exec_command find_files get_context_remaining get_goal list_dir read_file " +
      "request_permissions search_text update_goal update_plan view_image write_stdin",
  ]);
});
