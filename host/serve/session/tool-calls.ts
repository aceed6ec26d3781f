import { randomUUID } from "node:crypto";
import type { Session } from "../../session.ts";
import type { Step } from "../../step/step.ts";
import type { ModelCall } from "../../../tools/index.ts";
import type { NamedTool } from "../describe/declarations.ts";
import { searchTools } from "../describe/search-tool.ts";
import type { ServeSettings } from "../options.ts";
import { outputResult, toolResult } from "../results/tool-result.ts";
import type { CallValue } from "../results/tool-result.ts";
import type { CallToolResult, RequestExtra, ServerSdk } from "../sdk.ts";
import type { Target } from "./advertised.ts";
import type { CellWatch } from "./cell-watch.ts";
import { readExecArguments } from "./exec-arguments.ts";
import { RequestProgress } from "./progress.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** A call of a client: of what, with what, on which step. */
export interface ClientCall {
  readonly step: Step;
  readonly nested: readonly NamedTool[];
  readonly target: Target;
  readonly args: Arguments;
}

/** What calls of one client need. */
interface CallParts {
  readonly session: Session;
  readonly watch: CellWatch;
  readonly sdk: ServerSdk;
  readonly settings: ServeSettings;
}

/** Runs the calls of one client. What a model should read is a result, also where it says that something is wrong. */
export class ToolCalls {
  readonly #parts: CallParts;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  async run({ step, nested, target, args }: ClientCall, extra: RequestExtra): Promise<CallToolResult> {
    switch (target.kind) {
      case "exec":
        return this.#exec(step, args, extra);
      case "search":
        return search(nested, args);
      case "wait":
        return this.#wait(step, target.call(args), args, extra);
      case "tool":
        return this.#tool(step, target, args, extra);
    }
  }

  async #exec(step: Step, args: Arguments, extra: RequestExtra): Promise<CallToolResult> {
    const { watch, sdk, settings } = this.#parts;
    const request = readExecArguments(args, settings.yieldTimeMs);
    if ("problem" in request) return problemResult(request.problem);
    const call = { callId: newCallId(), name: "exec", input: request.source };
    const options = { signal: extra.signal, exec: request.settings };
    return watch.forCall(call.callId, extra, async () => outputResult(await step.call(call, options), sdk));
  }

  async #wait(step: Step, call: ModelCall, args: Arguments, extra: RequestExtra): Promise<CallToolResult> {
    if ("problem" in call) return problemResult(call.problem);
    const { session, watch, sdk } = this.#parts;
    const { signal } = extra;
    const cellId = typeof args["cell_id"] === "string" ? args["cell_id"] : "";
    return watch.forCell(cellId, extra, async () => {
      // Whoever gives up waiting does not read the result any more: the cell would go on for nobody.
      const stop = (): void => void session.terminate(cellId);
      // A client may cancel before its request has come this far.
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      try {
        return outputResult(await step.call({ ...call, callId: newCallId() }, { signal }), sdk);
      } finally {
        signal.removeEventListener("abort", stop);
      }
    });
  }

  async #tool(
    step: Step,
    target: Extract<Target, { readonly kind: "tool" }>,
    args: Arguments,
    extra: RequestExtra,
  ): Promise<CallToolResult> {
    const call = target.call(args);
    if ("problem" in call) return problemResult(call.problem);
    const progress = new RequestProgress(extra);
    let value: CallValue = null;
    try {
      const output = await step.call(
        { ...call, callId: newCallId() },
        {
          signal: extra.signal,
          onProgress: (report) => progress.report(report),
          onValue: (given) => (value = { value: given }),
        },
      );
      return toolResult(output, value, target, this.#parts.sdk);
    } finally {
      progress.close();
    }
  }
}

async function search(tools: readonly NamedTool[], args: Arguments): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: await searchTools(tools, args) }] };
  } catch (error) {
    return problemResult(error instanceof Error ? error.message : String(error));
  }
}

function problemResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function newCallId(): string {
  return `mcp-${randomUUID()}`;
}
