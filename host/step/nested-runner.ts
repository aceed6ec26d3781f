import type { ToolExecutor } from "../../tools/index.ts";
import type { CallRunner, NestedCall, NestedResult } from "../cells/nested-calls.ts";
import { messageOf } from "../pipeline/call.ts";
import type { Dispatched, ToolCall } from "../pipeline/call.ts";
import { acceptsAnything } from "../pipeline/check-input.ts";
import { dispatch } from "../pipeline/dispatch.ts";
import type { DispatchContext } from "../pipeline/dispatch.ts";
import type { Catalog } from "./catalog.ts";

/** Runs the calls of a cell: through the same pipeline as a model's own, with the whole value as the result. */
export function nestedRunner(
  catalog: Catalog,
  context: DispatchContext,
  onContext: (text: string) => void,
): CallRunner {
  return {
    toolAt: (index) => catalog.executors[index] ?? null,
    run: (call, answer) => {
      const executor = catalog.executors[call.tool];
      if (executor === undefined) {
        answer({ ok: false, message: "unknown tool", attempts: 0 });
        return;
      }
      try {
        void dispatch(toolCall(executor, call), context, executor).then((dispatched) => {
          for (const text of dispatched.context) onContext(text);
          answer(nestedResult(executor, dispatched));
        });
      } catch (error) {
        // A tool's own code was asked how to call it, and threw.
        answer({ ok: false, message: messageOf(error), attempts: 0 });
      }
    },
  };
}

function toolCall(executor: ToolExecutor, call: NestedCall): ToolCall {
  const { callId, cellId, argumentsJson, site, signal, cancellation } = call;
  const input = nestedInput(executor, argumentsJson);
  return {
    callId,
    namespace: executor.namespace,
    name: executor.name,
    kind: executor.kind,
    input: "problem" in input ? undefined : input.input,
    problem: "problem" in input ? input.problem : null,
    inputText: argumentsJson,
    source: site === undefined ? { kind: "cell", cellId } : { kind: "cell", cellId, site },
    signal,
    cancellation,
  };
}

function nestedResult(executor: ToolExecutor, dispatched: Dispatched): NestedResult {
  const { attempts } = dispatched;
  if (dispatched.status !== "succeeded") return { ok: false, message: dispatched.message, attempts };
  try {
    return { ok: true, json: JSON.stringify(dispatched.result.value) ?? "null", attempts };
  } catch (error) {
    // Longer than any string can be.
    if (error instanceof RangeError) return { ok: false, message: TOO_LONG, code: "payload_too_large", attempts };
    const message = `The tool ${executor.name} answered with what is not JSON: ${messageOf(error)}`;
    return { ok: false, message, attempts };
  }
}

const TOO_LONG = "The result is longer as JSON than any text can be (limit payloadBytes).";

/** A script's argument as the tool takes it: nothing means an empty object, freeform tools take a string. */
function nestedInput(executor: ToolExecutor, json: string): { readonly input: unknown } | { readonly problem: string } {
  // A tool with words of its own for arguments that are wrong uses them whoever calls.
  if (executor.spec.type === "function" && (json === "" || json.startsWith("{"))) {
    const read = executor.parseArguments?.(json === "" ? "{}" : json);
    if (read !== undefined) return read;
  }
  let value: unknown;
  try {
    value = json === "" ? undefined : JSON.parse(json);
  } catch {
    // The prelude makes valid JSON; a runtime that was taken over may send anything.
    return { problem: "The arguments are not JSON." };
  }
  if (executor.spec.type === "custom") {
    return typeof value === "string"
      ? { input: value }
      : { problem: `tool \`${executor.namespace}${executor.name}\` expects a string input` };
  }
  if (acceptsAnything(executor.spec.inputSchema)) return { input: value };
  if (value !== undefined && (typeof value !== "object" || value === null || Array.isArray(value))) {
    return { problem: `tool \`${executor.namespace}${executor.name}\` expects a JSON object for arguments` };
  }
  return { input: value ?? {} };
}
