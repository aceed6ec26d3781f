import type { Step } from "../../step/step.ts";
import type { LiveSource } from "../suite/suite.ts";
import { EndpointFailure } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";

/** What came of one request to a model. */
export interface Exchange {
  /** What it said. */
  readonly texts: readonly string[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** Runs its calls and answers them within the conversation; says whether there were any. */
  readonly answerCalls: () => Promise<boolean>;
}

/** A conversation with a model over one API. */
interface Conversation {
  /**
   * Asks the model what to do next.
   * @throws {EndpointFailure}
   */
  readonly next: (step: Step, signal: AbortSignal) => Promise<Exchange>;
}

/** Begins a conversation with a prompt. */
export type Begin = (source: LiveSource, endpoint: Endpoint, prompt: string) => Conversation;

type Body = Readonly<Record<string, unknown>>;

/** An array that an answer has to have. @throws {EndpointFailure} */
export function arrayIn(body: Body, key: string): readonly unknown[] {
  const value = Object.hasOwn(body, key) ? body[key] : undefined;
  if (Array.isArray(value)) return value;
  throw new EndpointFailure(`the endpoint's answer has no ${key}`);
}

/** The tokens that an answer says it took; 0 where it does not say. */
export function usageIn(body: Body, inputKey: string, outputKey: string): Exchange["usage"] {
  const { usage } = body as { readonly usage?: Body | null };
  const count = (key: string): number => {
    const value = usage?.[key];
    return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
  };
  return { inputTokens: count(inputKey), outputTokens: count(outputKey) };
}
