import type { Anthropic } from "@anthropic-ai/sdk";
import { forMessages } from "../../backends/anthropic/messages.ts";
import { isJsonObject } from "../../../tools/index.ts";
import { arrayIn, usageIn } from "./conversation.ts";
import type { Begin } from "./conversation.ts";
import { post } from "./endpoint.ts";

const DEFAULT_OUTPUT_TOKENS = 4096;

/** Anthropic's Messages API, or one like it. */
export const beginMessages: Begin = ({ model, instructions, maxOutputTokens }, endpoint, prompt) => {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  return {
    next: async (step, signal) => {
      const { tools, answer } = forMessages(step, { toolReferences: false });
      const body = {
        model,
        max_tokens: maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
        ...(instructions === undefined ? {} : { system: instructions }),
        messages,
        ...(tools.length === 0 ? {} : { tools }),
      };
      const message = await post(endpoint, body, signal);
      const content = arrayIn(message, "content").filter(isJsonObject) as unknown as Anthropic.ContentBlock[];
      const texts = content.flatMap((block) =>
        block.type === "text" && typeof block.text === "string" ? [block.text] : [],
      );
      return {
        texts: texts.length === 0 ? [] : [texts.join("")],
        usage: usageIn(message, "input_tokens", "output_tokens"),
        answerCalls: async () => {
          const outputs = await answer(content, { signal });
          if (content.length > 0) messages.push({ role: "assistant", content });
          messages.push(...outputs);
          return outputs.length > 0;
        },
      };
    },
  };
};
