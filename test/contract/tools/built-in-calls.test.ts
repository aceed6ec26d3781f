import { expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { BuiltinCallbacks } from "../../../host/index.ts";
import { testHost } from "../../support/test-host.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Input {
  readonly name?: string;
  readonly arguments?: string;
  readonly calls?: readonly string[];
}
interface Expected {
  readonly body?: string;
  readonly parallel?: boolean;
}

const GOAL = { objective: "o", status: "active" } as const;
const CALLBACKS: BuiltinCallbacks = {
  updatePlan: () => {},
  requestUserInput: () => ({ answers: {} }),
  collaborationMode: () => "default",
  requestPermissions: () => ({ permissions: {} }),
  newContext: () => {},
  getContextRemaining: () => null,
  getGoal: () => null,
  createGoal: () => GOAL,
  updateGoal: () => GOAL,
  currTime: () => new Date(0),
  sleep: () => {},
};

test("request_user_input in the mode in which it is not available answers as in the reference", async () => {
  const found = specCases<Input, Expected>("dispatch-cases.json").find(({ id }) => id === "dispatch/rui_default_mode");
  const { name = "", arguments: args = "" } = found?.input ?? {};
  const host = await testHost({ builtins: { tools: "all", callbacks: CALLBACKS }, mode: "direct" });
  const { content } = await (await host.openSession().step()).call({ name, arguments: args });
  expect(content).toEqual([{ type: "text", text: found?.expected.body }]);
});

/** As the reference was seen to treat them, besides those that cases ask about. */
const FLAGS: readonly (readonly [string, boolean])[] = [
  ["get_context_remaining", true],
  ["request_user_input", false],
  ["create_goal", false],
  ["update_goal", false],
];

test("Tools may run beside others where those of the reference may", async () => {
  const host = await createHost({ builtins: { tools: "all", callbacks: CALLBACKS }, mode: "direct" });
  try {
    const { plan } = await host.openSession().step();
    const asked = specCases<Input, Expected>("parallel-cases.json")
      .filter(({ id }) => id.startsWith("parallel/flag:"))
      .map(({ input, expected }) => [input.calls?.[1] ?? "", expected.parallel === true] as const);
    const mine = [...asked, ...FLAGS].flatMap(([name, parallel]) => {
      const dot = name.lastIndexOf(".");
      const executor = plan.registry.get(name.slice(0, Math.max(0, dot)), name.slice(dot + 1));
      return executor === undefined ? [] : [{ name, parallel, found: plan.sharesGate(executor, {}) }];
    });
    expect(mine.map(({ name }) => name)).toEqual([
      "update_plan",
      "get_goal",
      "request_permissions",
      "clock.curr_time",
      ...FLAGS.map(([name]) => name),
    ]);
    expect(mine.filter(({ parallel, found }) => parallel !== found)).toEqual([]);
  } finally {
    await host.close();
  }
});

test("What is for the model alone is out of a script's reach", async () => {
  const host = await testHost({ builtins: { tools: "all", callbacks: CALLBACKS } });
  const outcome = await host.openSession().run("text(ALL_TOOLS.map(({ name }) => name).sort())");
  expect(outcome.content).toEqual([
    {
      type: "text",
      text: JSON.stringify([
        "clock__curr_time",
        "create_goal",
        "get_context_remaining",
        "get_goal",
        "request_permissions",
        "update_goal",
        "update_plan",
      ]),
    },
  ]);
});
