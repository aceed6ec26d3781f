import { nullable, optional, struct, whole } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import { askHost, readAnswer } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks } from "../callbacks/callbacks.ts";
import { hostTool } from "../callbacks/host-tool.ts";

const REMAINING = struct("answer", {
  remaining: nullable(struct("remaining", { tokensLeft: whole("u64"), windowTokens: optional(whole("u64")) })),
});

/** `get_context_remaining`: how much room the model has left. */
export function createGetContextRemainingTool(
  remaining: NonNullable<BuiltinCallbacks["getContextRemaining"]>,
): ToolExecutor {
  return hostTool<object>({
    name: "get_context_remaining",
    description: "Tells how many tokens are left in your context; null where that is not known.",
    output: {
      type: "object",
      properties: { tokensLeft: { type: ["integer", "null"] }, windowTokens: { type: "integer" } },
      required: ["tokensLeft"],
    },
    parallel: true,
    readOnly: true,
    handle: async (_, context) => {
      const answer = await askHost(remaining, undefined, context);
      return { value: readAnswer({ remaining: answer }, REMAINING).remaining ?? { tokensLeft: null } };
    },
  });
}

/** `new_context`: the model goes on with an empty context. For the model alone: a script has no context to leave. */
export function createNewContextTool(begin: NonNullable<BuiltinCallbacks["newContext"]>): ToolExecutor {
  return hostTool<object>({
    name: "new_context",
    description: "Begins a new, empty context with your next request. What you still need must be written down before.",
    exposure: "direct-model-only",
    handle: async (_, context) => {
      await askHost(begin, undefined, context);
      return { value: {}, text: "A new context begins with the next request." };
    },
  });
}
