import type { OpenAI } from "openai";
import { forChatCompletions } from "../../backends/openai/chat.ts";
import { forResponses } from "../../backends/openai/responses.ts";
import { isJsonObject } from "../../../tools/index.ts";
import { arrayIn, usageIn } from "./conversation.ts";
import type { Begin } from "./conversation.ts";
import { EndpointFailure, post } from "./endpoint.ts";

/** OpenAI's Responses API, or one like it. Tools are functions, which all of those know. */
export const beginResponses: Begin = ({ model, instructions, maxOutputTokens }, endpoint, prompt) => {
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: prompt }];
  return {
    next: async (step, signal) => {
      const shown = forResponses(step, { as: "functions" });
      const body = {
        model,
        ...(instructions === undefined ? {} : { instructions }),
        ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
        input: [...shown.prefix, ...input],
        ...(shown.tools.length === 0 ? {} : shown.request),
      };
      const answer = await post(endpoint, body, signal);
      const output = arrayIn(answer, "output").filter(isJsonObject) as unknown as OpenAI.Responses.ResponseOutputItem[];
      return {
        texts: output.flatMap((item) => (item.type === "message" ? textOf(item.content) : [])),
        usage: usageIn(answer, "input_tokens", "output_tokens"),
        answerCalls: async () => {
          const outputs = await shown.answer(output, { signal });
          input.push(...(output as OpenAI.Responses.ResponseInputItem[]), ...outputs);
          return outputs.length > 0;
        },
      };
    },
  };
};

/** OpenAI's Chat Completions API, or one like it. */
export const beginChat: Begin = ({ model, instructions, maxOutputTokens }, endpoint, prompt) => {
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [
    ...(instructions === undefined ? [] : [{ role: "system" as const, content: instructions }]),
    { role: "user", content: prompt },
  ];
  return {
    next: async (step, signal) => {
      const shown = forChatCompletions(step);
      const limit = maxOutputTokens === undefined ? {} : { max_completion_tokens: maxOutputTokens };
      const answer = await post(endpoint, { model, messages, ...limit, ...shown.request }, signal);
      const [choice] = arrayIn(answer, "choices");
      const given = isJsonObject(choice) ? choice["message"] : undefined;
      if (!isJsonObject(given)) throw new EndpointFailure("the endpoint's answer has no message");
      const message = given as unknown as OpenAI.Chat.ChatCompletionMessage;
      if (!Array.isArray(message.tool_calls ?? [])) throw new EndpointFailure("the endpoint's tool_calls are no array");
      return {
        texts: typeof message.content === "string" && message.content !== "" ? [message.content] : [],
        usage: usageIn(answer, "prompt_tokens", "completion_tokens"),
        answerCalls: async () => {
          const outputs = await shown.answer(message, { signal });
          messages.push(message, ...outputs);
          return outputs.length > 0;
        },
      };
    },
  };
};

function textOf(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  const texts = (content as readonly unknown[]).flatMap((part) =>
    isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  return texts.length === 0 ? [] : [texts.join("")];
}
