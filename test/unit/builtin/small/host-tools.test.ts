import { describe, expect, test } from "vitest";
import type { BuiltinCallbacks, PermissionRequest, PlanUpdate } from "../../../../host/index.ts";
import { testHost } from "../../../support/test-host.ts";
import { hostile, stepWith, textOf } from "./call.ts";

describe("update_plan", () => {
  test("gives the host the plan, and is not stopped by a host that fails", async () => {
    const plans: PlanUpdate[] = [];
    const step = await stepWith({
      updatePlan: (plan) => {
        plans.push(plan);
        throw new Error("no screen");
      },
    });
    const plan = [{ step: "a", status: "completed" }] as const;
    expect(await textOf(step, "update_plan", { explanation: null, plan })).toBe("Plan updated");
    expect(await textOf(step, "update_plan", { explanation: "e", plan, other: 1 })).toBe("Plan updated");
    expect(plans).toEqual([{ plan }, { explanation: "e", plan }]);
  });
});

test("A callback is told whose call it answers", async () => {
  const told: unknown[] = [];
  const callbacks: BuiltinCallbacks = {
    getContextRemaining: (_, { sessionId, source }) => {
      told.push([sessionId, source.kind]);
      return null;
    },
  };
  const began: unknown[] = [];
  const host = await testHost({
    builtins: { tools: "all", callbacks },
    onEvent: (event) => {
      if (event.type === "call/begin") began.push([event.sessionId, event.source.kind]);
    },
  });
  for (const session of [host.openSession(), host.openSession()]) {
    await (await session.step()).call({ name: "get_context_remaining" });
    await session.run("await tools.get_context_remaining()");
  }
  expect(told).toEqual(began);
  expect([told.length, new Set(told.map((one) => (one as unknown[])[0])).size]).toEqual([4, 2]);
});

describe("request_permissions", () => {
  const ask = { reason: "r", permissions: { network: { enabled: true }, file_system: { read: ["/a", "/b"] } } };
  const granting = async (answer: unknown): Promise<string> => {
    const step = await stepWith({ requestPermissions: () => answer as never });
    return textOf(step, "request_permissions", ask);
  };

  test("gives the host the request, and the model what was granted", async () => {
    const requests: PermissionRequest[] = [];
    const step = await stepWith({
      requestPermissions: (request) => {
        requests.push(request);
        return { permissions: request.permissions, scope: "session" };
      },
    });
    const text = await textOf(step, "request_permissions", ask);
    expect(JSON.parse(text)).toEqual({ permissions: ask.permissions, scope: "session" });
    expect(requests).toEqual([ask]);
  });

  test("never grants more than was asked for", async () => {
    const more = { network: { enabled: true }, file_system: { read: ["/b", "/c"], write: ["/a"] } };
    expect(JSON.parse(await granting({ permissions: more }))).toEqual({
      permissions: { network: { enabled: true }, file_system: { read: ["/b"] } },
      scope: "turn",
    });
  });

  test.each([
    ["nothing"],
    [null],
    [{ permissions: { network: "yes" } }],
    [{ scope: "forever", permissions: {} }],
    [hostile],
  ])("takes answer %# that is no grant for none", async (answer) => {
    expect(JSON.parse(await granting(answer))).toEqual({ permissions: {}, scope: "turn" });
  });

  test("refuses a request for nothing", async () => {
    const step = await stepWith({ requestPermissions: () => ({ permissions: {} }) });
    expect(await textOf(step, "request_permissions", { permissions: { network: { enabled: false } } })).toBe(
      "request_permissions requires at least one permission",
    );
    expect(await textOf(step, "request_permissions", "{}")).toBe(
      "failed to parse function arguments: missing field `permissions` at line 1 column 2",
    );
  });
});

describe("Goals", () => {
  const goal = { objective: "o", status: "active", tokenBudget: 100, tokensUsed: 130 } as const;
  const callbacks: BuiltinCallbacks = {
    getGoal: () => null,
    createGoal: ({ objective, tokenBudget }) => ({
      ...goal,
      objective,
      ...(tokenBudget === undefined ? {} : { tokenBudget }),
    }),
    updateGoal: ({ status }) => ({ objective: "o", status }),
  };

  test.each([
    ["get_goal", "", { goal: null, remainingTokens: null }],
    ["create_goal", '{"objective":"p"}', { goal: { ...goal, objective: "p" }, remainingTokens: 0 }],
    [
      "create_goal",
      '{"objective":"p","token_budget":200}',
      { goal: { ...goal, objective: "p", tokenBudget: 200 }, remainingTokens: 70 },
    ],
    ["update_goal", '{"status":"blocked"}', { goal: { objective: "o", status: "blocked" }, remainingTokens: null }],
  ])("%s of %s", async (name, args, answer) => {
    expect(JSON.parse(await textOf(await stepWith(callbacks), name, args))).toEqual(answer);
  });

  test.each([
    ["create_goal", "{}", "missing field `objective` at line 1 column 2"],
    [
      "create_goal",
      '{"objective":"p","token_budget":"1"}',
      'invalid type: string "1", expected i64 at line 1 column 35',
    ],
    ["create_goal", '{"objective":" "}', "the objective of a goal must not be empty"],
    ["create_goal", '{"objective":"p","token_budget":0}', "the token budget of a goal must be positive"],
    [
      "update_goal",
      '{"status":"x"}',
      "unknown variant `x`, expected one of `complete`, `blocked`, `paused` at line 1 column 13",
    ],
    ["update_goal", "", "EOF while parsing a value at line 1 column 0"],
  ])("%s refuses %s with the bare words of the decoder", async (name, args, problem) => {
    expect(await textOf(await stepWith(callbacks), name, args)).toBe(problem);
  });

  test("that a host cannot give are an error with its reason, cut to what helps", async () => {
    const step = await stepWith({
      getGoal: () => {
        throw new Error("x".repeat(10_000));
      },
      updateGoal: () => ({ objective: 1 }) as never,
    });
    expect(await textOf(step, "get_goal", "{}")).toBe(`get_goal failed: ${"x".repeat(500)}…`);
    expect(await textOf(step, "update_goal", '{"status":"paused"}')).toBe(
      "update_goal failed: the host's answer has another shape: invalid type: integer `1`, expected a string",
    );
  });
});

describe("Tools about context, plugins and time", () => {
  test.each<[string, string, string, BuiltinCallbacks, string]>([
    ["", "get_context_remaining", "{}", { getContextRemaining: () => ({ tokensLeft: 7 }) }, '{"tokensLeft":7}'],
    ["", "get_context_remaining", "", { getContextRemaining: () => null }, '{"tokensLeft":null}'],
    ["", "new_context", "{}", { newContext: () => {} }, "A new context begins with the next request."],
    [
      "",
      "list_available_plugins",
      "{}",
      { listAvailablePlugins: async () => [{ id: "p", name: "P", secret: 1 } as never] },
      '{"plugins":[{"id":"p","name":"P"}]}',
    ],
    [
      "",
      "request_plugin_install",
      '{"plugin_id":"p","reason":"r"}',
      { requestPluginInstall: ({ pluginId, reason }) => ({ installed: true, message: `${pluginId} ${reason}` }) },
      '{"plugin_id":"p","installed":true,"message":"p r"}',
    ],
    ["clock", "curr_time", "{}", { currTime: () => new Date(0) }, '{"time":"1970-01-01T00:00:00.000Z"}'],
    ["clock", "sleep", '{"duration_ms":9}', { sleep: () => {} }, "Waited 9 ms."],
    [
      "clock",
      "sleep",
      '{"duration_ms":9e9}',
      { sleep: () => {} },
      "failed to parse function arguments: invalid type: floating point `9e9`, expected u64 at line 1 column 18",
    ],
    ["clock", "sleep", '{"duration_ms":9000000}', { sleep: () => {} }, "duration_ms must not be more than 3600000"],
  ])("%s %s of %s", async (namespace, name, args, callbacks, text) => {
    expect(await textOf(await stepWith(callbacks), name, args, namespace)).toBe(text);
  });
});
