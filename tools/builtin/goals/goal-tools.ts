import { nullable, oneOf, struct, text, whole } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import { askHost, readAnswer } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks, Goal } from "../callbacks/callbacks.ts";
import { hostTool, ModelMistake } from "../callbacks/host-tool.ts";

const GOAL = struct("goal", {
  objective: text,
  status: oneOf(["active", "paused", "blocked", "complete"]),
  tokenBudget: nullable(whole("u64")),
  tokensUsed: nullable(whole("u64")),
  timeUsedSeconds: nullable(whole("u64")),
});
const ANSWER = struct("answer", { goal: nullable(GOAL) });
const CREATE = struct("CreateGoalRequest", { objective: text, token_budget: nullable(whole("i64")) });
const UPDATE_STATUSES = ["complete", "blocked", "paused"] as const;
const UPDATE = struct("UpdateGoalArgs", { status: oneOf(UPDATE_STATUSES) });

const OUTPUT = {
  type: "object",
  properties: {
    goal: {
      type: ["object", "null"],
      properties: {
        objective: { type: "string" },
        status: { type: "string" },
        tokenBudget: { type: "integer" },
        tokensUsed: { type: "integer" },
        timeUsedSeconds: { type: "integer" },
      },
      required: ["objective", "status"],
    },
    remainingTokens: { type: ["integer", "null"] },
  },
  required: ["goal", "remainingTokens"],
};

/** `get_goal`. */
export function createGetGoalTool(goal: NonNullable<BuiltinCallbacks["getGoal"]>): ToolExecutor {
  return hostTool<object>({
    name: "get_goal",
    description: "Tells the goal of this conversation, its status and what is left of its budget; null without a goal.",
    output: OUTPUT,
    parallel: true,
    readOnly: true,
    handle: async (_, context) => ({ value: shown(await askHost(goal, undefined, context)) }),
  });
}

/** `create_goal`. */
export function createCreateGoalTool(create: NonNullable<BuiltinCallbacks["createGoal"]>): ToolExecutor {
  return hostTool<ReturnType<typeof CREATE>>({
    name: "create_goal",
    description:
      "Sets the goal of this conversation. Only when the user or your instructions ask for one; a task is not yet a goal.",
    parameters: {
      objective: { type: "string", description: "What is to be achieved." },
      token_budget: { type: "integer", description: "Most tokens to spend on it, where a budget was asked for." },
    },
    required: ["objective"],
    output: OUTPUT,
    read: CREATE,
    prefix: "",
    handle: async ({ objective, token_budget: tokenBudget }, context) => {
      if (objective.trim() === "") throw new ModelMistake("the objective of a goal must not be empty");
      if (tokenBudget !== undefined && tokenBudget <= 0) {
        throw new ModelMistake("the token budget of a goal must be positive");
      }
      const request = { objective, ...(tokenBudget === undefined ? {} : { tokenBudget }) };
      return { value: shown(await askHost(create, request, context)) };
    },
  });
}

/** `update_goal`. */
export function createUpdateGoalTool(update: NonNullable<BuiltinCallbacks["updateGoal"]>): ToolExecutor {
  return hostTool<ReturnType<typeof UPDATE>>({
    name: "update_goal",
    description:
      "Ends the work on the goal: `complete` once it is reached and verified, `blocked` when you cannot go on without " +
      "the user, `paused` when the user asks for it.",
    parameters: { status: { type: "string", enum: UPDATE_STATUSES } },
    required: ["status"],
    output: OUTPUT,
    read: UPDATE,
    prefix: "",
    handle: async ({ status }, context) => ({ value: shown(await askHost(update, { status }, context)) }),
  });
}

function shown(answer: Goal | null): object {
  const { goal = null } = readAnswer({ goal: answer }, ANSWER);
  const { tokenBudget, tokensUsed = 0 } = goal ?? {};
  return { goal, remainingTokens: tokenBudget === undefined ? null : Math.max(0, tokenBudget - tokensUsed) };
}
