import type { AdvertisedSpec, HostedToolSpec } from "../contract/spec.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { ModelCall } from "./call.ts";
import { textOfArguments } from "./custom-as-function.ts";
import { flattenTools } from "./flat-tools.ts";
import type { FlatTools } from "./flat-tools.ts";
import { plainObjectSchema } from "./object-schema.ts";
import type { OpenAiChatTool, OpenAiFunction } from "./openai-types.ts";

/** Longest name of a function that the APIs take. */
const MAX_NAME_LENGTH = 64;

/** Tools for a request to an endpoint of the Responses API that knows functions only. */
export interface OpenAiFunctionTools {
  readonly tools: OpenAiFunction[];
  /** Hosted tools, which such an endpoint does not have. */
  readonly omitted: readonly HostedToolSpec[];
  /** The fields of the request that go with the tools. */
  readonly request: { readonly tool_choice: "auto"; readonly parallel_tool_calls: true };
  /** Finds the call in an item of a response's output; null where the item is no `function_call`. */
  readonly resolve: (item: unknown) => ModelCall | null;
}

/** Tools for a request of the Chat Completions API. */
export interface OpenAiChatTools {
  readonly tools: OpenAiChatTool[];
  /** Hosted tools, which the API does not have as tools. */
  readonly omitted: readonly HostedToolSpec[];
  /** The fields of the request that go with the tools. */
  readonly request: { readonly tool_choice: "auto"; readonly parallel_tool_calls: true };
  /** Finds the call in an entry of a message's `tool_calls`; null where it is none. */
  readonly resolve: (toolCall: unknown) => ModelCall | null;
}

/** How tools of free text are shown. */
export interface OpenAiChatOptions {
  /** Custom tools as functions of one text called `input`, for models that take no others. Default false. */
  readonly functionsOnly?: boolean;
}

/**
 * Tools for endpoints that have the form of the Responses API but know functions only: no custom tools, no namespaces
 * (names are `<namespace>__<name>`), no search of the client's. A custom tool takes one text called `input`.
 */
export function toOpenAiFunctionTools(specs: readonly AdvertisedSpec[]): OpenAiFunctionTools {
  const flat = flattenTools(specs, MAX_NAME_LENGTH);
  const customs = customNames(flat);
  return {
    tools: flat.tools.map(({ wireName, description, inputSchema }) => ({
      type: "function",
      name: wireName,
      description,
      strict: false,
      parameters: plainObjectSchema(inputSchema),
    })),
    omitted: flat.omitted,
    request: { tool_choice: "auto", parallel_tool_calls: true },
    resolve: (item) => {
      if (!isJsonObject(item) || own(item, "type") !== "function_call") return null;
      return functionCall(flat, customs, own(item, "call_id"), item);
    },
  };
}

/**
 * Tools for the Chat Completions API, which knows custom tools but no namespaces: names are `<namespace>__<name>`.
 * Alternatives at the root of a schema, which the API refuses, are joined.
 */
export function toOpenAiChatTools(specs: readonly AdvertisedSpec[], options: OpenAiChatOptions = {}): OpenAiChatTools {
  const flat = flattenTools(specs, MAX_NAME_LENGTH);
  const customs = customNames(flat);
  return {
    tools: flat.tools.map(({ wireName, description, inputSchema, custom }): OpenAiChatTool => {
      if (custom === undefined || options.functionsOnly === true) {
        const parameters = plainObjectSchema(inputSchema);
        return { type: "function", function: { name: wireName, description, strict: false, parameters } };
      }
      const { grammar } = custom;
      const format = grammar === undefined ? {} : { format: { type: "grammar" as const, grammar: { ...grammar } } };
      return { type: "custom", custom: { name: wireName, description: custom.description, ...format } };
    }),
    omitted: flat.omitted,
    request: { tool_choice: "auto", parallel_tool_calls: true },
    resolve: (toolCall) => {
      if (!isJsonObject(toolCall)) return null;
      const [id, type] = [own(toolCall, "id"), own(toolCall, "type")];
      const part = own(toolCall, type === "custom" ? "custom" : "function");
      if (!isJsonObject(part)) return null;
      return type === "custom" ? customCall(flat, id, part) : functionCall(flat, customs, id, part);
    },
  };
}

function customNames({ tools }: FlatTools): ReadonlySet<string> {
  return new Set(tools.flatMap(({ wireName, custom }) => (custom === undefined ? [] : [wireName])));
}

function functionCall(
  flat: FlatTools,
  customs: ReadonlySet<string>,
  callId: unknown,
  part: { readonly [key: string]: unknown },
): ModelCall | null {
  const [name, text] = [own(part, "name"), own(part, "arguments")];
  if (typeof callId !== "string" || typeof name !== "string" || typeof text !== "string") return null;
  const call = flat.resolve(name, text, callId);
  if (!customs.has(name)) return call;
  const { namespace, name: toolName } = call;
  return { callId, namespace, name: toolName, ...textOfArguments(name, text) };
}

function customCall(flat: FlatTools, callId: unknown, part: { readonly [key: string]: unknown }): ModelCall | null {
  const [name, input] = [own(part, "name"), own(part, "input")];
  if (typeof callId !== "string" || typeof name !== "string" || typeof input !== "string") return null;
  const call = flat.resolve(name, input, callId);
  return { callId, namespace: call.namespace, name: call.name, input };
}
