import { debuglog } from "node:util";
import { list, nullable, oneOf, struct, text } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import { askHost } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks, PlanUpdate } from "../callbacks/callbacks.ts";
import { hostTool } from "../callbacks/host-tool.ts";

const log = debuglog("isocell");
const STATUSES = ["pending", "in_progress", "completed"] as const;

const ARGUMENTS = struct("UpdatePlanArgs", {
  explanation: nullable(text),
  plan: list(struct("PlanItemArg", { step: text, status: oneOf(STATUSES) }, "refuse")),
});

/** `update_plan`: the model tells what it is going to do. Whoever shows that may fail; the model goes on in any case. */
export function createUpdatePlanTool(onPlan: NonNullable<BuiltinCallbacks["updatePlan"]>): ToolExecutor {
  return hostTool<PlanUpdate>({
    name: "update_plan",
    description:
      "Shows the user your plan: short steps, each with a status. Give the whole plan each time, with at most one step " +
      "in_progress.",
    parameters: {
      explanation: { type: "string", description: "Why the plan changed, in a sentence." },
      plan: {
        type: "array",
        description: "All steps, in order.",
        items: {
          type: "object",
          properties: { step: { type: "string" }, status: { type: "string", enum: STATUSES } },
          required: ["step", "status"],
          additionalProperties: false,
        },
      },
    },
    required: ["plan"],
    read: ARGUMENTS,
    handle: async (update, context) => {
      try {
        await askHost(onPlan, update, context);
      } catch (error) {
        context.signal.throwIfAborted();
        log("the callback of update_plan failed: %s", error instanceof Error ? error.message : typeof error);
      }
      return { value: {}, text: "Plan updated" };
    },
  });
}
