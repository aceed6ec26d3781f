import { randomUUID } from "node:crypto";
import type { AdvertisedSpec, ContentItem, ToolExecutor, ToolOutput, ToolProgress } from "../../tools/index.ts";
import type { CallRunner } from "../cells/nested-calls.ts";
import { ExecInput } from "../code-mode/exec-input.ts";
import type { ExecSettings } from "../code-mode/exec-input.ts";
import { fitOutput } from "../outputs/fit-output.ts";
import type { OutputStore } from "../outputs/output-store.ts";
import type { Dispatched } from "../pipeline/call.ts";
import { Cancellation } from "../pipeline/cancellation.ts";
import { dispatch } from "../pipeline/dispatch.ts";
import type { DispatchContext } from "../pipeline/dispatch.ts";
import { parseArguments } from "../pipeline/parse-arguments.ts";
import { Turn } from "../turn/turn.ts";
import { advertisedOf } from "./advertised.ts";
import type { Catalog } from "./catalog.ts";
import { nestedRunner } from "./nested-runner.ts";
import type { ListedSpec, StepPlan } from "./plan/types.ts";

/** A call as a model makes it: `arguments` (JSON text) for function tools, `input` for custom ones. */
export interface StepCall {
  readonly callId?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly arguments?: string;
  readonly input?: string;
}

/** Options of one call. */
export interface StepCallOptions {
  /** Ends the call; its output then says so. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the call fails, besides the tool's own deadline. */
  readonly timeoutMs?: number;
  /** Told how far the tool is, if it tells. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Told the value that a script would get of this call, unless it failed or a hook put something in its place. */
  readonly onValue?: (value: unknown) => void;
  /** For `exec`: what goes before the first line of the script. Other tools do not see it. */
  readonly exec?: ExecSettings;
}

/** What a model is given for a call. */
export interface StepOutput extends ToolOutput {
  /** Texts that hooks want the model to know besides; each goes into the history as a message of its own. */
  readonly context: readonly string[];
  /** Milliseconds the handler ran. */
  readonly wallMs: number;
  /** What a script would get. Only of a call that succeeded, and whose result no hook replaced. */
  readonly value?: unknown;
}

/** What a step is made of. */
export interface StepParts {
  readonly id: string;
  readonly plan: StepPlan;
  /** What the model is shown, in order. */
  readonly specs: readonly ListedSpec[];
  readonly context: DispatchContext;
  /** Where whole outputs go when a model gets only a part. */
  readonly outputs: OutputStore | null;
}

/**
 * One sampling request: registry and advertised list, frozen together. A call runs on the step that advertised it,
 * however late it comes.
 */
export class Step {
  readonly #context: DispatchContext;
  readonly #outputs: OutputStore | null;
  /** Unique within the host; events name it. */
  readonly id: string;
  /** What the model is shown, in order. */
  readonly specs: readonly ListedSpec[];
  #advertised: readonly AdvertisedSpec[] | null = null;
  /** Everything that was decided for this request: exposures, what a search finds, what was dropped. */
  readonly plan: StepPlan;

  constructor({ id, plan, specs, context, outputs }: StepParts) {
    this.id = id;
    this.plan = plan;
    this.specs = specs;
    this.#context = context;
    this.#outputs = outputs;
  }

  /** The same list as renderings for model APIs take it: `toOpenAiTools`, `toAnthropicTools` and others. */
  get advertised(): readonly AdvertisedSpec[] {
    this.#advertised ??= advertisedOf(this.specs, this.plan);
    return this.#advertised;
  }

  /** The calls of one response: started as they come, answered in their order, aborted together. */
  turn(signal?: AbortSignal): Turn {
    return new Turn(this, signal);
  }

  /** Runs a call. What the model should read is the output; it rejects only when the caller made a mistake. */
  async call(call: StepCall, options: StepCallOptions = {}): Promise<StepOutput> {
    const { signal, timeoutMs, onProgress, onValue, exec } = options;
    const submittedAt = performance.now();
    const text = call.input ?? call.arguments ?? "{}";
    const executor = this.#context.registry.get(call.namespace ?? "", call.name);
    const parse = executor?.parseArguments ?? parseArguments;
    const parsed = call.input === undefined ? parse(text) : { input: text };
    const follower = signal === undefined ? null : following(signal);
    try {
      const dispatched = await dispatch(
        {
          callId: call.callId ?? `call-${randomUUID()}`,
          namespace: call.namespace ?? "",
          name: call.name,
          kind: call.input === undefined ? "function" : "custom",
          input: "problem" in parsed ? undefined : withSettings(parsed.input, executor, exec),
          problem: "problem" in parsed ? parsed.problem : null,
          inputText: text,
          source: DIRECT,
          signal: signal ?? NEVER,
          cancellation: follower === null ? null : follower.cancellation,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          ...(onProgress === undefined ? {} : { onProgress }),
        },
        this.#context,
      );
      if (dispatched.status === "succeeded" && dispatched.replaced === null) onValue?.(dispatched.result.value);
      return this.#outputOf(dispatched, executor, performance.now() - submittedAt);
    } finally {
      follower?.release();
    }
  }

  /** Runs the calls of a cell that was given this catalog of this step. */
  runnerFor(catalog: Catalog, onContext: (text: string) => void): CallRunner {
    return nestedRunner(catalog, this.#context, onContext);
  }

  #outputOf(dispatched: Dispatched, executor: ToolExecutor | undefined, elapsedMs: number): StepOutput {
    const { context, handlerMs } = dispatched;
    if (dispatched.status === "succeeded") {
      const { replaced, result } = dispatched;
      const output = replaced === null ? result.output : textOutput(replaced, true);
      const fitted = fitOutput(output, executor?.maxOutputTokens, this.#outputs);
      const value = replaced === null ? { value: result.value } : {};
      return { content: fitted.content, success: fitted.success, context, wallMs: handlerMs, ...value };
    }
    const { status, message } = dispatched;
    const output = status === "failed" ? executor?.failedOutput?.(message, handlerMs) : undefined;
    if (output !== undefined) return { ...output, context, wallMs: handlerMs };
    const text = status === "cancelled" ? abortedText(executor, elapsedMs) : message;
    return { ...textOutput(text, false), context, wallMs: handlerMs };
  }
}

/** The input of `exec` with what the caller says apart from it. */
function withSettings(input: unknown, executor: ToolExecutor | undefined, settings: ExecSettings | undefined): unknown {
  if (settings === undefined || typeof input !== "string") return input;
  return executor?.name === "exec" && executor.namespace === "" ? new ExecInput(input, settings) : input;
}

const DIRECT = { kind: "direct" } as const;
const NEVER: AbortSignal = new AbortController().signal;

/** A cancellation that follows a signal, and what takes it off the signal. */
function following(signal: AbortSignal): { readonly cancellation: Cancellation; readonly release: () => void } {
  const cancellation = new Cancellation();
  const fire = (): void =>
    cancellation.cancel(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
  if (signal.aborted) fire();
  else signal.addEventListener("abort", fire, { once: true });
  return { cancellation, release: () => signal.removeEventListener("abort", fire) };
}

/** What a model reads of a call that was ended from outside, whether it ran or still waited. */
function abortedText(executor: ToolExecutor | undefined, elapsedMs: number): string {
  const seconds = Math.max(0.1, elapsedMs / 1000).toFixed(1);
  return executor?.abortedText?.(seconds) ?? `aborted by user after ${seconds}s`;
}

function textOutput(text: string, success: boolean): ToolOutput {
  const content: ContentItem[] = [{ type: "text", text }];
  return { content, success };
}
