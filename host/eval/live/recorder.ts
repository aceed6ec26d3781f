import type { FunctionHook } from "../../hooks/index.ts";
import type { HostEvent } from "../../events/events.ts";
import type { Step, StepCall, StepOutput } from "../../step/step.ts";
import { Turn } from "../../turn/turn.ts";
import { MAX_DEPTH, nestingOf } from "../matchers/json-value.ts";
import type { TrajectoryLine } from "../trajectory/format.ts";

/** Writes down what happens in a session: calls of the model with what it was given, and those of its scripts. */
export class Recorder {
  readonly #lines: TrajectoryLine[] = [];
  readonly #nested: Map<string, { response?: unknown }> = new Map();
  #calls = 0;

  /** Everything so far, in order. */
  get lines(): readonly TrajectoryLine[] {
    return this.#lines;
  }

  add(line: TrajectoryLine): void {
    this.#lines.push(line);
  }

  /** Sees arguments and results of calls that scripts make. */
  readonly hook: FunctionHook = {
    name: "record trajectory",
    before: ({ callId, source, tool, input }) => {
      if (source.kind !== "cell") return;
      this.#nested.set(callId, {});
      this.add({ type: "call", id: callId, ...named(tool), nested: true, arguments: input });
    },
    after: ({ callId }, response) => {
      const call = this.#nested.get(callId);
      if (call !== undefined) call.response = response;
    },
  };

  /** Sees how those calls end, and the ones that came to no hook. */
  readonly onEvent = (event: HostEvent): void => {
    if (event.type !== "call/end" || event.source.kind !== "cell") return;
    const { callId: id, outcome, message, handlerMs: ms } = event;
    const call = this.#nested.get(id);
    if (call === undefined) this.add({ type: "call", id, ...named(event), nested: true });
    this.#nested.delete(id);
    const value = call !== undefined && "response" in call ? { value: call.response } : {};
    this.add({
      type: "result",
      id,
      ok: outcome === "succeeded",
      ...value,
      ...(message === undefined ? {} : { text: message }),
      ms,
    });
  };

  /** The same step, whose turns are written down. */
  watch(step: Step): Step {
    const turn = (signal?: AbortSignal): Turn =>
      new Turn({ call: (call, options) => this.#direct(call, () => step.call(call, options)) }, signal);
    return new Proxy(step, {
      get: (target, key) => {
        if (key === "turn") return turn;
        // Its private fields are those of the step itself.
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  async #direct(call: StepCall, run: () => Promise<StepOutput>): Promise<StepOutput> {
    // Models may use an id twice.
    const id = `${++this.#calls}`;
    const { name, namespace = "", arguments: json, input } = call;
    this.add({ type: "call", id, ...named({ namespace, name }), arguments: input ?? argumentsOf(json ?? "{}") });
    const start = performance.now();
    try {
      const output = await run();
      const text = output.content.map((item) => (item.type === "text" ? item.text : `[${item.type}]`)).join("\n");
      const value = output.value === undefined ? {} : { value: output.value };
      this.add({ type: "result", id, ok: output.success, ...value, text, ms: output.wallMs });
      return output;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.add({ type: "result", id, ok: false, text, ms: performance.now() - start });
      throw error;
    }
  }
}

function named({ namespace, name }: { readonly namespace: string; readonly name: string }): {
  readonly namespace?: string;
  readonly name: string;
} {
  return namespace === "" ? { name } : { namespace, name };
}

/** The JSON of arguments; the text where it is none. */
function argumentsOf(json: string): unknown {
  if (nestingOf(json) > MAX_DEPTH) return json;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
