import type { ToolExecutor, ToolOutput } from "../../tools/index.ts";
import type { Outcome } from "../outcome.ts";
import type { OutputStore } from "../outputs/output-store.ts";
import { describeExec } from "./exec-description.ts";
import { ExecInput } from "./exec-input.ts";
import { readPragma } from "./pragma.ts";
import { renderOutcome } from "./response.ts";
import { parseWaitArguments } from "./wait-arguments.ts";
import type { WaitArguments } from "./wait-arguments.ts";

/** Output budget of `exec` and `wait` when the model asks for none, in tokens. */
export const DEFAULT_MAX_OUTPUT_TOKENS = 10_000;
/** When `exec` answers although the script still runs, unless the model asks otherwise, in ms. */
export const DEFAULT_EXEC_YIELD_MS = 30_000;

/** What an `exec` needs of its session and step. */
export interface ExecBackend {
  readonly run: (
    source: string,
    options: { yieldTimeMs: number; signal: AbortSignal; callId: string },
  ) => Promise<Outcome>;
  readonly wait: (cellId: string, options: { yieldTimeMs: number }) => Promise<Outcome>;
  readonly terminate: (cellId: string) => Promise<Outcome>;
  /** Where the whole of what a model is given a part of is kept; null where it is not. */
  readonly outputs: OutputStore | null;
}

const EXEC_GRAMMAR = `start: pragma_source | plain_source
pragma_source: PRAGMA NEWLINE SOURCE
plain_source: SOURCE
PRAGMA: /[ \\t]*\\/\\/ @exec:[^\\n]*/
NEWLINE: /\\r?\\n/
SOURCE: /[\\s\\S]+/
`;

/**
 * The tool through which a model submits a script. Its calls run one after the other, in the order in which they came,
 * unless their input says otherwise (`ExecInput`).
 */
export function createExecTool(backend: ExecBackend, toolList: string): ToolExecutor {
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: "exec",
    namespace: "",
    kind: "custom",
    exposure: "direct-model-only",
    spec: {
      type: "custom",
      namespace: "",
      name: "exec",
      description: describeExec(DEFAULT_EXEC_YIELD_MS, DEFAULT_MAX_OUTPUT_TOKENS, toolList),
      grammar: { syntax: "lark", definition: EXEC_GRAMMAR },
    },
    parallel: () => true,
    ungated: true,
    maxOutputTokens: Number.POSITIVE_INFINITY,
    // What a script does is asked about call by call.
    approval: { mode: "approve" },
    hooks: {
      name: "exec",
      input: (input) => ({ source: String(input) }),
      rewrite: (input, shown) =>
        input instanceof ExecInput ? new ExecInput(sourceOf(shown), input.settings) : sourceOf(shown),
      // What a script has come to was seen call by call.
      response: () => undefined,
    },
    handle: async (input, { signal, callId }) => {
      const source = String(input);
      const read = readPragma(source);
      if ("problem" in read) return failed(read.problem);
      const settings = input instanceof ExecInput ? input.settings : {};
      const { yieldTimeMs = DEFAULT_EXEC_YIELD_MS, maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS } = {
        ...read.pragma,
        ...settings,
      };
      const run = async (): Promise<{ value: unknown; output: ToolOutput }> => {
        const startedAt = performance.now();
        const outcome = await backend.run(source, { yieldTimeMs, signal, callId });
        return answered(renderOutcome(outcome, maxOutputTokens, performance.now() - startedAt, backend.outputs));
      };
      if (settings.concurrent === true) return run();
      const turn = last.then(run);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The tool through which a model looks at a script that still runs, or stops it. */
export function createWaitTool(backend: ExecBackend): ToolExecutor {
  return {
    name: "wait",
    namespace: "",
    kind: "function",
    exposure: "direct-model-only",
    spec: {
      type: "function",
      namespace: "",
      name: "wait",
      description:
        "Waits for a script that `exec` left running and returns what it has emitted since the last answer. " +
        "Give the cell ID from that answer. With `terminate` the script is stopped instead.",
      inputSchema: {
        type: "object",
        properties: {
          cell_id: { type: "string", description: "The cell ID from the answer of `exec`." },
          yield_time_ms: {
            type: "number",
            description: "How long to wait before answering with what there is. Default 10000.",
          },
          max_tokens: { type: "number", description: "Output budget of this answer in tokens. Default 10000." },
          terminate: { type: "boolean", description: "Stop the script. Default false." },
        },
        required: ["cell_id"],
        additionalProperties: false,
      },
    },
    parallel: () => true,
    ungated: true,
    maxOutputTokens: Number.POSITIVE_INFINITY,
    approval: { mode: "approve" },
    hooks: { name: "wait" },
    parseArguments: parseWaitArguments,
    handle: async (input) => {
      const { cellId, yieldTimeMs, maxTokens, terminate } = input as WaitArguments;
      if (cellId === "") return failed("The cell ID must not be empty. Use the one from the answer of exec.");
      const startedAt = performance.now();
      const outcome = terminate ? await backend.terminate(cellId) : await backend.wait(cellId, { yieldTimeMs });
      return answered(renderOutcome(outcome, maxTokens, performance.now() - startedAt, backend.outputs));
    },
  };
}

/** The source that a hook put in place of the script's. */
function sourceOf(shown: unknown): string {
  const source = typeof shown === "object" && shown !== null && "source" in shown ? shown.source : undefined;
  if (typeof source !== "string") throw new Error("hook returned updatedInput without string field `source`");
  return source;
}

function answered(output: ToolOutput): { value: unknown; output: ToolOutput } {
  return { value: null, output };
}

function failed(text: string): { value: unknown; output: ToolOutput } {
  return answered({ content: [{ type: "text", text }], success: false });
}
