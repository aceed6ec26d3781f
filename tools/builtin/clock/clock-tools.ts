import { struct, text, whole } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import { askHost, readAnswer } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks } from "../callbacks/callbacks.ts";
import { hostTool, ModelMistake } from "../callbacks/host-tool.ts";

const NAMESPACE = { namespace: "clock", namespaceDescription: "The time, and waiting." };
/** Longest sleep, in ms. */
const MAX_SLEEP_MS = 3_600_000;
const TIME = struct("time", { time: text });
const ARGUMENTS = struct("SleepArgs", { duration_ms: whole("u64") });

/** `clock.curr_time`: what time it is for the host, in UTC. */
export function createCurrTimeTool(now: NonNullable<BuiltinCallbacks["currTime"]>): ToolExecutor {
  return hostTool<object>({
    name: "curr_time",
    ...NAMESPACE,
    description: "Tells the current time in UTC, as ISO 8601.",
    output: { type: "object", properties: { time: { type: "string" } }, required: ["time"] },
    parallel: true,
    readOnly: true,
    handle: async (_, context) => ({ value: readAnswer({ time: await askHost(now, undefined, context) }, TIME) }),
  });
}

/** `clock.sleep`. For the model alone: scripts have timers. */
export function createSleepTool(sleep: NonNullable<BuiltinCallbacks["sleep"]>): ToolExecutor {
  return hostTool<ReturnType<typeof ARGUMENTS>>({
    name: "sleep",
    ...NAMESPACE,
    description: "Waits.",
    parameters: {
      duration_ms: { type: "integer", minimum: 0, maximum: MAX_SLEEP_MS, description: "How long, in milliseconds." },
    },
    required: ["duration_ms"],
    exposure: "direct-model-only",
    read: ARGUMENTS,
    handle: async ({ duration_ms: ms }, context) => {
      if (ms > MAX_SLEEP_MS) throw new ModelMistake(`duration_ms must not be more than ${MAX_SLEEP_MS}`);
      await askHost(sleep, ms, context);
      return { value: {}, text: `Waited ${ms} ms.` };
    },
  });
}
