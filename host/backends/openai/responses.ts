import type { OpenAI } from "openai";
import { toOpenAiFunctionTools, toOpenAiLiteTools, toOpenAiTools } from "../../../tools/index.ts";
import type { ModelCall } from "../../../tools/index.ts";
import { ResponseCalls } from "../response-calls.ts";
import type { AnswerOptions } from "../response-calls.ts";
import type { Step } from "../../step/step.ts";
import { FoundDefinitions } from "./found-definitions.ts";
import { isCallItem, outputItems } from "./responses-output.ts";
import type { ResponsesCallItem } from "./responses-output.ts";

/** How a step is shown to a model of the Responses API. */
export interface ResponsesOptions {
  /**
   * `tools` (default): as the request's `tools`, with custom tools, namespaces and the client's search. `functions`: as
   * `tools`, but functions only, with flat names: for endpoints and models that know no others. `input`: as the first input
   * item, for models that take their tools there.
   */
  readonly as?: "tools" | "functions" | "input";
}

/** One step, for one request of the Responses API. */
export interface ResponsesStep {
  readonly tools: OpenAI.Responses.Tool[];
  /** The fields of the request about tools, to be spread into it: `tools` and what goes with them. */
  readonly request: {
    readonly tools?: OpenAI.Responses.Tool[];
    readonly tool_choice: "auto";
    readonly parallel_tool_calls: boolean;
  };
  /** What is to stand before all other input: the tools, where they are shown `as: "input"`, else nothing. */
  readonly prefix: OpenAI.Responses.ResponseInputItem[];
  /**
   * Runs the calls in a response's output, and answers each: outputs in the order of the calls, then what hooks want the
   * model to know. Empty where the model called nothing. Never rejects for what goes wrong with a call.
   */
  readonly answer: (
    output: readonly OpenAI.Responses.ResponseOutputItem[],
    options?: AnswerOptions,
  ) => Promise<OpenAI.Responses.ResponseInputItem[]>;
  /** The same for a response that is still coming in: each call starts as its item is added. */
  readonly begin: (options?: AnswerOptions) => ResponsesTurn;
}

/** The calls of a response that is coming in. */
export interface ResponsesTurn {
  /** Starts the call that an item is; for every `response.output_item.done`. Other items are passed over. */
  readonly add: (item: OpenAI.Responses.ResponseOutputItem) => void;
  /** Answers all calls added so far. To be called once, when the response is complete. */
  readonly outputs: () => Promise<OpenAI.Responses.ResponseInputItem[]>;
  /** Ends all calls; each still gets an output. */
  readonly abort: (reason?: unknown) => void;
}

/** What is shown of a step, and the way back from it. */
interface Shown {
  readonly tools: OpenAI.Responses.Tool[];
  readonly request: ResponsesStep["request"];
  readonly prefix: OpenAI.Responses.ResponseInputItem[];
  readonly resolve: (item: unknown) => ModelCall | null;
}

/** A step's tools for OpenAI's Responses API, and what answers the model's calls of them. */
export function forResponses(step: Step, options: ResponsesOptions = {}): ResponsesStep {
  const { tools, request, prefix, resolve } = show(step, options);
  const found = new FoundDefinitions(step);
  const read = (item: ResponsesCallItem): ModelCall | null => found.resolve(item, resolve(item));
  const begin: ResponsesStep["begin"] = (answering) => {
    const calls = new ResponseCalls(step, read, answering);
    return {
      add: (item) => {
        if (isCallItem(item)) calls.add(item);
      },
      outputs: async () => outputItems(await calls.answered(), found),
      abort: (reason) => calls.abort(reason),
    };
  };
  return {
    tools,
    request,
    prefix,
    begin,
    answer: async (output, answering) => {
      const turn = begin(answering);
      for (const item of output) turn.add(item);
      return turn.outputs();
    },
  };
}

function show(step: Step, { as = "tools" }: ResponsesOptions): Shown {
  const specs = step.advertised;
  if (as === "input") {
    const { item, request, resolve } = toOpenAiLiteTools(specs);
    return { tools: [], request, prefix: [item], resolve };
  }
  const { tools, request, resolve } = as === "functions" ? toOpenAiFunctionTools(specs) : toOpenAiTools(specs);
  return { tools, request: { tools, ...request }, prefix: [], resolve };
}
