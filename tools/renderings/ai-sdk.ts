import type { AdvertisedSpec, HostedToolSpec } from "../contract/spec.ts";
import type { ModelCall } from "./call.ts";
import { flattenTools } from "./flat-tools.ts";
import { plainObjectSchema } from "./object-schema.ts";
import type { ObjectSchema } from "./object-schema.ts";

/** Longest name that all of the larger model APIs take. */
const MAX_NAME_LENGTH = 64;

/** By this key the AI SDK knows schemas of its own making, which it hands on as they are. */
const AI_SDK_SCHEMA: unique symbol = Symbol.for("vercel.ai.schema") as typeof AI_SDK_SCHEMA;

/** A schema as the AI SDK takes it: one of its own, which is also a Standard Schema. Accepts every input. */
export interface AiSdkSchema {
  readonly [AI_SDK_SCHEMA]: true;
  readonly jsonSchema: ObjectSchema;
  readonly validate: (value: unknown) => { readonly success: true; readonly value: unknown };
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "isocell";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => { [keyword: string]: unknown };
      readonly output: () => { [keyword: string]: unknown };
    };
  };
}

/** A tool, as `tool()` of the AI SDK makes one. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  readonly execute: (
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<unknown>;
}

/** Tools for the AI SDK. */
export interface AiSdkTools {
  /** By name, as the option `tools` of `generateText` and `streamText`. */
  readonly tools: { [name: string]: AiSdkTool };
  /** Hosted tools, which the SDK has for each provider in a form of its own. */
  readonly omitted: readonly HostedToolSpec[];
  /** The call that one of the SDK's tool calls is. */
  readonly resolve: (call: {
    readonly toolName: string;
    readonly input: unknown;
    readonly toolCallId?: string;
  }) => ModelCall;
}

/**
 * Tools for Vercel's AI SDK, which knows no namespaces: names are `<namespace>__<name>`. A custom tool takes one text
 * called `input`. What a model sends is not checked against the schema here: that is for whoever runs the call, and its
 * answer names the place and what was expected.
 *
 * @param execute runs a call, on a step for example; what it gives is the tool's result, what it throws the tool's error
 */
export function toAiSdkTools(
  specs: readonly AdvertisedSpec[],
  execute: (call: ModelCall, options: { readonly signal?: AbortSignal }) => Promise<unknown>,
): AiSdkTools {
  const { tools, omitted, resolve } = flattenTools(specs, MAX_NAME_LENGTH);
  return {
    tools: Object.fromEntries(
      tools.map(({ wireName, description, inputSchema }) => [
        wireName,
        {
          description,
          inputSchema: aiSdkSchema(plainObjectSchema(inputSchema)),
          execute: async (input: unknown, { toolCallId, abortSignal }) =>
            execute(resolve(wireName, input, toolCallId), abortSignal === undefined ? {} : { signal: abortSignal }),
        } satisfies AiSdkTool,
      ]),
    ),
    omitted,
    resolve: ({ toolName, input, toolCallId }) => resolve(toolName, input, toolCallId),
  };
}

/**
 * As a mere Standard Schema it would have `additionalProperties: false` put into every object, which is not what it
 * says; its own kind of schema the SDK recognises by a registered symbol, for which it exports no type.
 */
function aiSdkSchema(schema: ObjectSchema): AiSdkSchema {
  return {
    [AI_SDK_SCHEMA]: true,
    jsonSchema: schema,
    validate: (value) => ({ success: true, value }),
    "~standard": {
      version: 1,
      vendor: "isocell",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => JSON.parse(JSON.stringify(schema)) as ObjectSchema, output: () => ({}) },
    },
  };
}
