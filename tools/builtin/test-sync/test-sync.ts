import { setTimeout as sleep } from "node:timers/promises";
import { nullable, optional, struct, text, whole } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import { hostTool, ModelMistake } from "../callbacks/host-tool.ts";
import { Barriers } from "./barriers.ts";

const DEFAULT_TIMEOUT_MS = 1000;
/** No pause and no wait is longer, in ms. */
const MAX_MS = 60_000;

const ARGUMENTS = struct("TestSyncArgs", {
  sleep_before_ms: nullable(whole("u64")),
  sleep_after_ms: nullable(whole("u64")),
  barrier: nullable(struct("Barrier", { id: text, participants: whole("u64"), timeout_ms: optional(whole("u64")) })),
});

const MS = { type: "integer", minimum: 0, maximum: MAX_MS };

/** `test_sync`: calls that wait for each other, to test whether calls run side by side. */
export function createTestSyncTool(): ToolExecutor {
  const barriers = new Barriers();
  return hostTool<ReturnType<typeof ARGUMENTS>>({
    name: "test_sync",
    description: "For tests: pauses, and waits at a barrier until as many calls as it says are there.",
    parameters: {
      sleep_before_ms: { ...MS, description: "Pause before the barrier." },
      sleep_after_ms: { ...MS, description: "Pause after the barrier." },
      barrier: {
        type: "object",
        properties: {
          id: { type: "string" },
          participants: { type: "integer", minimum: 1 },
          timeout_ms: { type: "integer", minimum: 1, maximum: MAX_MS, description: "Default 1000." },
        },
        required: ["id", "participants"],
        additionalProperties: false,
      },
    },
    parallel: true,
    read: ARGUMENTS,
    handle: async ({ sleep_before_ms: before = 0, sleep_after_ms: after = 0, barrier }, { signal }) => {
      checkMs(before, 0, "sleep_before_ms");
      checkMs(after, 0, "sleep_after_ms");
      if (before > 0) await sleep(before, undefined, { signal });
      if (barrier !== undefined) {
        const { id, participants, timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS } = barrier;
        if (participants < 1) throw new ModelMistake("barrier.participants must be at least 1");
        checkMs(timeoutMs, 1, "barrier.timeout_ms");
        await barriers.meet(id, participants, timeoutMs, signal);
      }
      if (after > 0) await sleep(after, undefined, { signal });
      return { value: {}, text: "ok" };
    },
  });
}

function checkMs(ms: number, least: number, name: string): void {
  if (ms < least || ms > MAX_MS) throw new ModelMistake(`${name} must be between ${least} and ${MAX_MS}`);
}
