import { randomUUID } from "node:crypto";
import { isListed, isNested } from "../../tools/index.ts";
import type { ContentItem, ToolExecutor, ToolOutput, ToolSpec } from "../../tools/index.ts";
import type { CallRunner } from "../cells/nested-calls.ts";
import type { Mode } from "../options.ts";
import { dispatch, messageOf } from "../pipeline/dispatch.ts";
import type { Gate } from "../pipeline/gate.ts";
import { parseArguments } from "../pipeline/parse-arguments.ts";
import { acceptsAnything } from "../pipeline/check-input.ts";
import type { Catalog } from "./catalog.ts";
import { Registry } from "./registry.ts";

/** A call as a model makes it: `arguments` (JSON text) for function tools, `input` for custom ones. */
export interface StepCall {
  readonly callId?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly arguments?: string;
  readonly input?: string;
}

/** What a step is made of. */
export interface StepParts {
  readonly mode: Mode;
  /** `exec` and `wait`, or none. They stand before all others. */
  readonly codeMode: readonly ToolExecutor[];
  readonly executors: readonly ToolExecutor[];
  readonly gate: Gate;
}

/**
 * One sampling request: registry and advertised list, frozen together. A call runs on the step that advertised it,
 * however late it comes.
 */
export class Step {
  readonly #registry: Registry = new Registry();
  readonly #parts: StepParts;
  /** What the model is shown, in order. */
  readonly specs: readonly ToolSpec[];

  constructor(parts: StepParts) {
    this.#parts = parts;
    const all = [...parts.codeMode, ...parts.executors];
    for (const executor of all) this.#registry.add(executor);
    const codeOnly = parts.mode === "code-only";
    this.specs = Object.freeze(
      all
        .filter((executor) => isListed(executor.exposure) && !(codeOnly && isNested(executor.exposure)))
        .map((executor) => executor.spec),
    );
  }

  /** Runs a call. What the model should read is the output; it rejects only when the caller made a mistake. */
  async call(call: StepCall, options: { signal?: AbortSignal } = {}): Promise<ToolOutput> {
    const kind = call.input === undefined ? "function" : "custom";
    const parse = this.#registry.get(call.namespace ?? "", call.name)?.parseArguments ?? parseArguments;
    const parsed = kind === "custom" ? { input: call.input } : parse(call.arguments ?? "{}");
    if ("problem" in parsed) return failed(parsed.problem);
    const dispatched = await dispatch(
      {
        callId: call.callId ?? `call-${randomUUID()}`,
        namespace: call.namespace ?? "",
        name: call.name,
        kind,
        input: parsed.input,
        source: { kind: "direct" },
        signal: options.signal ?? NEVER,
        cancelled: options.signal === undefined ? NEVER_CANCELLED : rejectionOf(options.signal),
      },
      { registry: this.#registry, gate: this.#parts.gate },
    );
    return dispatched.status === "failed" ? failed(dispatched.message) : dispatched.result.output;
  }

  /** Runs the calls of a cell that was given this catalog of this step. */
  runnerFor(catalog: Catalog): CallRunner {
    const context = { registry: this.#registry, gate: this.#parts.gate };
    return {
      toolAt: (index) => catalog.executors[index] ?? null,
      run: async ({ tool, callId, cellId, argumentsJson, signal, cancelled }) => {
        const executor = catalog.executors[tool];
        if (executor === undefined) return { ok: false, message: "unknown tool" };
        const input = nestedInput(executor, argumentsJson);
        if ("problem" in input) return { ok: false, message: input.problem };
        const dispatched = await dispatch(
          {
            callId,
            namespace: executor.namespace,
            name: executor.name,
            kind: executor.kind,
            input: input.input,
            source: { kind: "cell", cellId },
            signal,
            cancelled,
          },
          context,
        );
        if (dispatched.status === "failed") return { ok: false, message: dispatched.message };
        try {
          return { ok: true, json: JSON.stringify(dispatched.result.value) ?? "null" };
        } catch (error) {
          return {
            ok: false,
            message: `The tool ${executor.name} answered with what is not JSON: ${messageOf(error)}`,
          };
        }
      },
    };
  }
}

const NEVER: AbortSignal = new AbortController().signal;
const NEVER_CANCELLED: Promise<never> = new Promise(() => undefined);

/** A promise that rejects with a signal's reason once it fires. Nobody has to look at it. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  const cancelled = new Promise<never>((_resolve, reject) => {
    const fire = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    if (signal.aborted) fire();
    else signal.addEventListener("abort", fire, { once: true });
  });
  cancelled.catch(() => undefined);
  return cancelled;
}

function failed(text: string): ToolOutput {
  const content: ContentItem[] = [{ type: "text", text }];
  return { content, success: false };
}

/** A script's argument as the tool takes it: nothing means an empty object, freeform tools take a string. */
function nestedInput(executor: ToolExecutor, json: string): { readonly input: unknown } | { readonly problem: string } {
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
  if (value === undefined) return { input: {} };
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { input: value }
    : { problem: `tool \`${executor.namespace}${executor.name}\` expects a JSON object for arguments` };
}
