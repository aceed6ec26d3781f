import { BYTES_PER_TOKEN } from "../../../tools/index.ts";
import { readTrace } from "../../trace/read-trace.ts";
import type { TraceLine } from "../../trace/format.ts";
import { CallList, callEnd } from "./call-list.ts";
import { Account } from "./event-reader.ts";
import type { Trajectory } from "./trajectory.ts";

/**
 * Reads a trace of isocell. It tells which tools were called, how each call ended, how long it took and how large its result
 * was, but neither arguments nor results nor what the model said: measures of those stay unknown.
 *
 * @throws {IsocellError} `invalid_options` when it is no trace, or one of a newer version.
 */
export async function readTraceTrajectory(chunks: AsyncIterable<Buffer>): Promise<Trajectory> {
  const account = new Account();
  const calls = new CallList();
  let first: number | null = null;
  let last = 0;
  const line = (event: TraceLine): undefined => {
    account.line();
    if ("at" in event && event.type !== "trace/header") {
      first ??= event.at;
      last = event.at;
    }
    if (event.type === "call/begin") {
      const { sessionId, callId, namespace, name, source } = event;
      const id = JSON.stringify([sessionId, callId]);
      calls.begin({ id, kind: "tool", namespace, name, nested: source.kind === "cell" });
    } else if (event.type === "call/end") {
      const { sessionId, callId, outcome, message, handlerMs: ms, outputBytes } = event;
      const tokens = Math.ceil(outputBytes / BYTES_PER_TOKEN);
      const how =
        outcome === "succeeded"
          ? callEnd("ok", { tokens, ms })
          : callEnd("failed", { error: message ?? outcome, tokens, ms });
      calls.end(JSON.stringify([sessionId, callId]), how);
    }
    return undefined;
  };
  await readTrace(chunks, { line, skipped: ({ number, problem }) => account.skip(number, problem) });
  return {
    origin: "recorded",
    calls: calls.calls(),
    end: null,
    usage: null,
    rounds: null,
    ms: first === null ? null : last - first,
    reading: account.reading(),
  };
}
