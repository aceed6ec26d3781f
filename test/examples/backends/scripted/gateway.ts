// The AI SDK's gateway, which speaks the SDK's own form, with a model of one's choice behind it.
import { createGateway } from "ai";
import { startEndpoint } from "./endpoint.ts";
import type { Reply } from "./endpoint.ts";

interface Part {
  readonly type: string;
  readonly toolCallId?: string;
  readonly output?: { readonly type: string; readonly value: unknown };
}

/** What the model is given. */
export interface GatewayRequest {
  readonly tools: readonly string[];
  /** The output of the call with this id, as text. */
  readonly output: (toolCallId: string) => string;
}

/** What the model answers: texts and calls. */
export type GatewayAnswer =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: string };

/** Makes the model the SDK's default: a name as `model` leads to it. */
export async function scriptGateway(model: (request: GatewayRequest) => readonly GatewayAnswer[]): Promise<void> {
  const answer = (body: unknown): Reply => {
    const { prompt, tools = [] } = body as {
      readonly prompt: readonly { readonly role: string; readonly content: string | readonly Part[] }[];
      readonly tools?: readonly { readonly name: string }[];
    };
    const parts = prompt.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const output = (id: string): string => {
      const value = parts.find((part) => part.type === "tool-result" && part.toolCallId === id)?.output?.value;
      return typeof value === "string" ? value : JSON.stringify(value);
    };
    const content = model({ tools: tools.map(({ name }) => name), output });
    const reason = content.some(({ type }) => type === "tool-call") ? "tool-calls" : "stop";
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    return { json: { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] } };
  };
  const baseURL = await startEndpoint("/language-model", answer);
  globalThis.AI_SDK_DEFAULT_PROVIDER = createGateway({ baseURL, apiKey: "none" });
}
