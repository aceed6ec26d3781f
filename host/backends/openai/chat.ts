import type { OpenAI } from "openai";
import { toOpenAiChatTools } from "../../../tools/index.ts";
import type { OpenAiChatOptions } from "../../../tools/index.ts";
import { ResponseCalls } from "../response-calls.ts";
import type { AnswerOptions } from "../response-calls.ts";
import type { Step } from "../../step/step.ts";
import { outputMessages } from "./chat-output.ts";

/** How a step is shown to a model of the Chat Completions API. */
export type ChatOptions = OpenAiChatOptions;

/** One step, for one request of the Chat Completions API. */
export interface ChatStep {
  readonly tools: OpenAI.Chat.ChatCompletionTool[];
  /** The fields of the request about tools, to be spread into it; none where there are no tools, as the API wants it. */
  readonly request: {
    readonly tools?: OpenAI.Chat.ChatCompletionTool[];
    readonly tool_choice?: "auto";
    readonly parallel_tool_calls?: true;
  };
  /**
   * Runs the calls of a message, and answers each: one `tool` message a call, in their order, then a user message with
   * the images and audio that tool messages cannot hold, then what hooks want the model to know. Empty where the model
   * called nothing. Never rejects for what goes wrong with a call.
   */
  readonly answer: (
    message: OpenAI.Chat.ChatCompletionMessage,
    options?: AnswerOptions,
  ) => Promise<OpenAI.Chat.ChatCompletionMessageParam[]>;
}

/** A step's tools for OpenAI's Chat Completions API, and what answers the model's calls of them. */
export function forChatCompletions(step: Step, options: ChatOptions = {}): ChatStep {
  const { tools, request, resolve } = toOpenAiChatTools(step.advertised, options);
  return {
    tools,
    request: tools.length === 0 ? {} : { tools, ...request },
    answer: async (message, answering) => {
      const calls = new ResponseCalls<OpenAI.Chat.ChatCompletionMessageToolCall>(step, resolve, answering);
      // Some servers send null. Without an id there is nothing to answer to.
      for (const toolCall of message.tool_calls ?? []) if (typeof toolCall?.id === "string") calls.add(toolCall);
      return outputMessages(await calls.answered());
    },
  };
}
