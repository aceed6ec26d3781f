// The built-in tools that are about the host: each is there only where its callback is given.
import { createHost } from "isocell";
import type { BuiltinCallbacks, Goal } from "isocell";

let goal: Goal | null = null;
const installed = new Set<string>();

const callbacks: BuiltinCallbacks = {
  updatePlan: ({ plan }) => console.log("plan:", plan.map(({ step, status }) => `${step} (${status})`).join(", ")),
  requestUserInput: (questions) => ({
    answers: Object.fromEntries(questions.map(({ id, options }) => [id, { answers: [options[0]?.label ?? ""] }])),
  }),
  requestPermissions: ({ permissions: { network } }) => ({ permissions: network === undefined ? {} : { network } }),
  newContext: () => console.log("a new context begins"),
  getContextRemaining: () => ({ tokensLeft: 12_000, windowTokens: 200_000 }),
  currTime: () => new Date(0),
  sleep: (ms, { signal }) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    }),
  listAvailablePlugins: () => [{ id: "search", name: "Search", installed: installed.has("search") }],
  requestPluginInstall: ({ pluginId }) => ({ installed: installed.add(pluginId).has(pluginId) }),
  getGoal: () => goal,
  createGoal: ({ objective }) => (goal = { objective, status: "active" }),
  updateGoal: ({ status }) => (goal = { objective: goal?.objective ?? "", status }),
};

const host = await createHost({ builtins: { tools: "all", callbacks } });
try {
  const session = host.openSession();
  const outcome = await session.run(`
    await tools.update_plan({ plan: [{ step: "count", status: "completed" }, { step: "order", status: "in_progress" }] });
    await tools.create_goal({ objective: "order parts" });
    text(["goal", (await tools.update_goal({ status: "complete" })).goal.status, (await tools.get_goal({})).goal.objective]);
    text(["network", (await tools.request_permissions({ permissions: { network: { enabled: true } } })).permissions]);
    text(["tokens left", (await tools.get_context_remaining({})).tokensLeft]);
    text(["time", (await tools.clock__curr_time({})).time]);
    await tools.request_plugin_install({ plugin_id: "search" });
    text(["plugins", (await tools.list_available_plugins({})).plugins]);
  `);
  for (const item of outcome.content) if (item.type === "text") console.log(item.text);
  if (outcome.error !== undefined) throw new Error(outcome.error.message);

  // These are for the model alone.
  const step = await session.step();
  const options = [
    { label: "today", description: "at once" },
    { label: "tomorrow", description: "cheaper" },
  ];
  const asked = { questions: [{ id: "when", header: "Order", question: "When?", options }] };
  for (const [namespace, name, input] of [
    ["", "request_user_input", asked],
    ["clock", "sleep", { duration_ms: 5 }],
    ["", "new_context", {}],
  ] as const) {
    const { content } = await step.call({ namespace, name, arguments: JSON.stringify(input) });
    console.log(`${name}:`, ...content.map((item) => (item.type === "text" ? item.text : item.type)));
  }
} finally {
  await host.close();
}
