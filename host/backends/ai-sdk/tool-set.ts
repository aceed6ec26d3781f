import type { ToolResultPart, ToolSet } from "ai";
import { toAiSdkTools } from "../../../tools/index.ts";
import type { AiSdkTools, ContentItem, ModelCall } from "../../../tools/index.ts";
import { findableSpecs, foundTools, toolKey } from "../found-tools.ts";
import { ResponseCalls } from "../response-calls.ts";
import type { Step } from "../../step/step.ts";
import { modelOutput } from "./model-output.ts";

/** What a call gave, as the SDK keeps it as the tool's result: JSON. */
export interface ToolSetOutput {
  readonly content: readonly ContentItem[];
  /** False: the content says what went wrong. The model is told that it is an error. */
  readonly success: boolean;
}

/** One step, for one call of `generateText` or `streamText`. All of it can be spread into that. */
export interface AiSdkStep {
  readonly tools: ToolSet;
  /** Names of the tools that are shown from the beginning. */
  readonly activeTools: string[];
  /** Shows what `tool_search` has found to the model, from the next request on. */
  readonly prepareStep: () => { readonly activeTools: string[] };
}

type ModelOutput = ToolResultPart["output"];

/**
 * A step's tools for Vercel's AI SDK, with `execute`: calls start in the order in which the SDK makes them, end with its
 * `abortSignal`, and never throw. A tool of free text, such as `exec`, takes one text called `input`. All requests of
 * one `generateText` or `streamText` run on this step.
 */
export function forAiSdk(step: Step): AiSdkStep {
  const findable = findableSpecs(step);
  const shown: string[] = [];
  const run = async (call: ModelCall, { signal }: { readonly signal?: AbortSignal }): Promise<ToolSetOutput> => {
    const calls = new ResponseCalls<ModelCall>(step, same, signal === undefined ? {} : { signal });
    calls.add(call);
    const [answered] = await calls.answered();
    if (answered === undefined) throw new TypeError("a call was not answered");
    const { content, success, context } = answered.output;
    if (findable.length > 0 && call.namespace === "" && call.name === "tool_search") {
      for (const tool of foundTools(answered.output) ?? []) activate(tool);
    }
    // The SDK has no place of its own for what hooks say.
    return { content: [...content, ...context.map((text) => ({ type: "text" as const, text }))], success };
  };
  const rendered = toAiSdkTools([...step.advertised, ...findable], run);
  const names = new Map(Object.keys(rendered.tools).map((name) => [keyOf(rendered, name), name]));
  const activate = (tool: { readonly namespace: string; readonly name: string }): void => {
    const name = names.get(toolKey(tool));
    if (name !== undefined && !shown.includes(name)) shown.push(name);
  };
  const deferred = new Set(findable.length === 0 ? [] : step.plan.deferred.map(toolKey));
  for (const [key, name] of names) if (!deferred.has(key)) shown.push(name);
  const tools = Object.fromEntries(
    Object.entries(rendered.tools).map(([name, tool]) => [
      name,
      {
        ...tool,
        toModelOutput: ({ output }: { readonly output: unknown }): ModelOutput => modelOutput(output as ToolSetOutput),
      },
    ]),
  );
  return { tools, activeTools: [...shown], prepareStep: () => ({ activeTools: [...shown] }) };
}

function same(call: ModelCall): ModelCall {
  return call;
}

/** The tool that a name stands for: what a call of it would lead to. */
function keyOf({ resolve }: AiSdkTools, toolName: string): string {
  return toolKey(resolve({ toolName, input: {} }));
}
