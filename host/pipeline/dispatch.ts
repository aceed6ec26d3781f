import type { CallSource, ToolExecutor, ToolKind, ToolProgress, ToolResult } from "../../tools/index.ts";
import type { Registry } from "../step/registry.ts";
import { checkInput } from "./check-input.ts";
import type { Gate } from "./gate.ts";

/** A call as it enters the pipeline, made by a model or by a script. */
export interface ToolCall {
  readonly callId: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: ToolKind;
  /** A JSON value for function tools, a text for custom ones. */
  readonly input: unknown;
  readonly source: CallSource;
  readonly signal: AbortSignal;
  /** Rejects when the caller no longer waits: a handler that ignores its signal must not hold the gate for ever. */
  readonly cancelled: Promise<never>;
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** Where a call runs: the table that advertised it, and the gate of its session. */
export interface DispatchContext {
  readonly registry: Registry;
  readonly gate: Gate;
}

/** How a call ended. `failed` is for the model: it reads the text and goes on. */
export type Dispatched =
  | { readonly status: "succeeded"; readonly result: ToolResult; readonly handlerMs: number }
  | { readonly status: "failed"; readonly message: string; readonly handlerMs: number };

/**
 * Runs a tool. Both ways of calling one - directly, and from a script - come through here, in this order:
 *
 * 1. the tool is looked up in the registry of the step that advertised it;
 * 2. it gets ready (an MCP server may still be starting), outside the gate;
 * 3. the gate: shared if the tool declares this call parallel, else alone; unknown names take it alone;
 * 4. an unknown name is answered with a text;
 * 5. the kind of input against the tool's kind;
 * 6. the input against the schema;
 * 7. (hooks before, and approval, will stand here);
 * 8. the handler, with a signal that also fires at the tool's deadline;
 * 9. (hooks after will stand here);
 * 10. the result is handed to the caller, who truncates it for whoever reads it.
 */
export async function dispatch(call: ToolCall, context: DispatchContext): Promise<Dispatched> {
  const executor = context.registry.get(call.namespace, call.name);
  if (executor?.ready !== undefined) {
    try {
      await executor.ready();
    } catch (error) {
      return failure(messageOf(error));
    }
  }
  if (executor?.ungated === true) return run(executor, call);
  const shared = executor !== undefined && runsParallel(executor, call.input);
  const entered = context.gate.enter(shared);
  if (entered !== null) await entered;
  try {
    if (call.signal.aborted) return failure(messageOf(call.signal.reason));
    if (executor === undefined) return failure(unknownTool(call));
    return await run(executor, call);
  } finally {
    context.gate.leave(shared);
  }
}

async function run(executor: ToolExecutor, call: ToolCall): Promise<Dispatched> {
  const mismatch = kindMismatch(executor, call);
  if (mismatch !== null) return failure(mismatch);
  // Arguments that a tool read itself are what its handler takes, not what its schema describes.
  const readByTool = executor.parseArguments !== undefined && call.source.kind === "direct";
  if (executor.spec.type === "function" && !readByTool) {
    const problem = checkInput(executor.spec.inputSchema, call.input);
    if (problem !== null) return failure(problem);
  }
  const startedAt = performance.now();
  try {
    const result = await Promise.race([withDeadline(executor, call), call.cancelled]);
    return { status: "succeeded", result, handlerMs: performance.now() - startedAt };
  } catch (error) {
    return { status: "failed", message: messageOf(error), handlerMs: performance.now() - startedAt };
  }
}

/** Runs the handler; at the deadline the call fails, whether the handler listens to its signal or not. */
function withDeadline(executor: ToolExecutor, call: ToolCall): Promise<ToolResult> {
  const { callId, source, signal } = call;
  const reportProgress = call.onProgress ?? ignoreProgress;
  const { timeoutMs } = executor;
  if (timeoutMs === undefined)
    return executor.handle(call.input, { callId, source, signal, attempt: 1, unconfined: false, reportProgress });
  const deadline = new AbortController();
  const both = AbortSignal.any([signal, deadline.signal]);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error(`The tool ${executor.name} did not answer within ${timeoutMs} ms.`);
      deadline.abort(error);
      reject(error);
    }, timeoutMs);
    // Asynchronous, since a handler may throw instead of rejecting; the timer must go then, too.
    const handled = (async () =>
      executor.handle(call.input, { callId, source, signal: both, attempt: 1, unconfined: false, reportProgress }))();
    handled.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function ignoreProgress(): void {
  // Nobody asked for it.
}

function runsParallel(executor: ToolExecutor, input: unknown): boolean {
  if (executor.exposure === "hidden") return false;
  try {
    return executor.parallel(input);
  } catch {
    return false;
  }
}

function kindMismatch(executor: ToolExecutor, call: ToolCall): string | null {
  if (call.source.kind === "cell") {
    // A script hands over a value; what the tool makes of it depends on the tool alone.
    return null;
  }
  if (executor.kind === call.kind) return null;
  return executor.kind === "custom"
    ? `The tool ${executor.name} takes freeform text, but was called as a function with JSON arguments.`
    : `The tool ${executor.name} takes JSON arguments, but was called with freeform text.`;
}

function unknownTool(call: ToolCall): string {
  return `unsupported call: ${call.namespace}${call.name}`;
}

function failure(message: string): Dispatched {
  return { status: "failed", message, handlerMs: 0 };
}

/** The text of whatever was thrown or given as a reason. Never throws. */
export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message;
    return String(error);
  } catch {
    return "The tool failed with something that cannot be shown.";
  }
}
