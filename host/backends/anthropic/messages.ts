import type { Anthropic } from "@anthropic-ai/sdk";
import { toAnthropicTools } from "../../../tools/index.ts";
import type { AnthropicTools } from "../../../tools/index.ts";
import { findableSpecs, toolKey } from "../found-tools.ts";
import { ResponseCalls } from "../response-calls.ts";
import type { AnswerOptions } from "../response-calls.ts";
import type { Step } from "../../step/step.ts";
import { userMessages } from "./messages-output.ts";

/** How a step is shown to a model of the Messages API. */
export interface MessagesOptions {
  /**
   * Tools that `tool_search` finds are sent along with `defer_loading`, and found ones are answered as references, so that
   * the model can call them itself. Default true. False for models and endpoints without that: they are then called from
   * scripts only.
   */
  readonly toolReferences?: boolean;
}

/** One step, for one request of the Messages API. */
export interface MessagesStep {
  readonly tools: Anthropic.Tool[];
  /**
   * Runs the calls in a message's content. Answers with one user message: a `tool_result` a call in their order, then what
   * hooks want the model to know. Empty where the model called nothing. Never rejects for what goes wrong with a call.
   */
  readonly answer: (
    content: readonly Anthropic.ContentBlock[],
    options?: AnswerOptions,
  ) => Promise<Anthropic.MessageParam[]>;
  /** The same for a message that is still coming in: each call starts as its block is added. */
  readonly begin: (options?: AnswerOptions) => MessagesTurn;
}

/** The calls of a message that is coming in. */
export interface MessagesTurn {
  /** Starts the call that a block is; for every `contentBlock` of a stream. Other blocks are passed over. */
  readonly add: (block: Anthropic.ContentBlock) => void;
  /** Answers all calls added so far. To be called once, when the message is complete. */
  readonly outputs: () => Promise<Anthropic.MessageParam[]>;
  /** Ends all calls; each still gets an output. */
  readonly abort: (reason?: unknown) => void;
}

/**
 * A step's tools for Anthropic's Messages API, and what answers the model's calls of them. A tool of free text, such as
 * `exec`, is a function of one text called `input`.
 */
export function forMessages(step: Step, { toolReferences = true }: MessagesOptions = {}): MessagesStep {
  const findable = toolReferences ? findableSpecs(step) : [];
  const rendered = toAnthropicTools([...step.advertised, ...findable]);
  const names = wireNamesOf(rendered);
  const deferred = new Set(step.plan.deferred.map(toolKey));
  const references = findable.length === 0 ? null : names;
  const begin: MessagesStep["begin"] = (answering) => {
    const calls = new ResponseCalls<Anthropic.ToolUseBlock>(step, rendered.resolve, answering);
    return {
      add: (block) => {
        if (isCall(block)) calls.add(block);
      },
      outputs: async () => userMessages(await calls.answered(), references),
      abort: (reason) => calls.abort(reason),
    };
  };
  return {
    tools: rendered.tools.map((tool) => {
      const key = keyOf(rendered, tool.name);
      return findable.length > 0 && deferred.has(key) ? { ...tool, defer_loading: true } : tool;
    }),
    begin,
    answer: async (content, answering) => {
      const turn = begin(answering);
      for (const block of content) turn.add(block);
      return turn.outputs();
    },
  };
}

/** Without an id there is nothing to answer to. */
function isCall(block: Anthropic.ContentBlock | null): block is Anthropic.ToolUseBlock {
  return block?.type === "tool_use" && typeof block.id === "string";
}

/** The names of tools as the API has them, by their own. */
function wireNamesOf(rendered: AnthropicTools): ReadonlyMap<string, string> {
  return new Map(rendered.tools.map(({ name }) => [keyOf(rendered, name), name]));
}

/** The tool that a name stands for: what a call of it would lead to. */
function keyOf({ resolve }: AnthropicTools, name: string): string {
  return toolKey(resolve({ type: "tool_use", id: "", name, input: {} }) ?? { namespace: "", name });
}
