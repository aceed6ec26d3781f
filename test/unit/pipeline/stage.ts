// A pipeline with everything around it played by the test.
import type { ApprovalCall, Approvals, ApprovalVerdict } from "../../../host/approvals/contract.ts";
import type { HostEvent } from "../../../host/events/events.ts";
import type { AfterDecision, BeforeDecision, HookCall, Hooks } from "../../../host/hooks/contract.ts";
import type { Dispatched, ToolCall } from "../../../host/pipeline/call.ts";
import { Cancellation } from "../../../host/pipeline/cancellation.ts";
import { dispatch } from "../../../host/pipeline/dispatch.ts";
import { Gate } from "../../../host/pipeline/gate/gate.ts";
import { Registry } from "../../../host/step/registry.ts";
import { defineTool } from "../../../tools/index.ts";
import type { CallContext, CallSource, ToolExecutor } from "../../../tools/index.ts";

/** What the people around a call do in a test. Everything is optional; absent means that they have no say. */
export interface Cast {
  readonly before?: (call: HookCall) => Partial<BeforeDecision>;
  readonly after?: (call: HookCall, response: unknown) => Partial<AfterDecision>;
  readonly decide?: (call: ApprovalCall) => ApprovalVerdict;
  readonly refuse?: (executor: ToolExecutor, source: "direct" | "cell") => string | null;
  readonly listening?: boolean;
}

/** A pipeline, what it told its listener, and who was asked. */
export class Stage {
  readonly events: HostEvent[] = [];
  readonly asking: CallSource[] = [];
  readonly gate: Gate = new Gate();
  readonly #registry: Registry = new Registry();
  readonly #cast: Cast;
  #calls = 0;

  constructor(tools: readonly ToolExecutor[], cast: Cast = {}) {
    for (const executor of tools) this.#registry.add(executor);
    this.#cast = cast;
  }

  /** Makes a call; what is not given is that of a direct call of a function tool. */
  call(name: string, input: unknown = {}, rest: Partial<ToolCall> = {}): Promise<Dispatched> {
    const { decide, refuse, listening = true } = this.#cast;
    const { signal = new AbortController().signal } = rest;
    const cancellation = new Cancellation();
    signal.addEventListener("abort", () => cancellation.cancel(signal.reason as Error), { once: true });
    return dispatch(
      {
        callId: `call-${++this.#calls}`,
        namespace: "",
        name,
        kind: "function",
        input,
        problem: null,
        inputText: JSON.stringify(input) ?? "",
        source: { kind: "direct" },
        cancellation,
        ...rest,
        signal,
      },
      {
        sessionId: "session-1",
        stepId: "step-1",
        registry: this.#registry,
        sharesGate: (executor, value) => executor?.parallel(value) ?? false,
        gate: this.gate,
        hooks: this.#hooks(),
        approvals: decide === undefined ? null : ({ decide } satisfies Approvals),
        events: () => (listening ? (event) => this.events.push(event) : null),
        refuse: refuse ?? null,
        onAsking: (source) => this.asking.push(source),
        unknown: (call) => `unsupported call: ${call.namespace}${call.name}`,
      },
    );
  }

  /** The events of a type, without the time they happened at. */
  told(type: HostEvent["type"]): Record<string, unknown>[] {
    return this.events.filter((event) => event.type === type).map((event) => ({ ...event, at: 0 }));
  }

  #hooks(): Hooks | null {
    const { before, after } = this.#cast;
    if (before === undefined && after === undefined) return null;
    return {
      concerns: (event) => (event === "before" ? before : after) !== undefined,
      before: async (call, report) => {
        report({ event: "before", hook: "test", decision: "none", ms: 0 });
        return { context: [], ...before?.(call) };
      },
      after: async (call, response) => ({ context: [], ...after?.(call, response) }),
    };
  }
}

/** A tool that does what the test says, with anything else an executor can have. */
export function tool(
  name: string,
  handler: (input: unknown, context: CallContext) => unknown,
  rest: Partial<ToolExecutor> & { readonly inputSchema?: Record<string, unknown> } = {},
): ToolExecutor {
  const { inputSchema = {}, ...overrides } = rest;
  return { ...defineTool({ name, inputSchema, handler }), ...overrides };
}
