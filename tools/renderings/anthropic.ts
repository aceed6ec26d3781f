import type { AdvertisedSpec, HostedToolSpec } from "../contract/spec.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { ModelCall } from "./call.ts";
import { flattenTools } from "./flat-tools.ts";
import { plainObjectSchema } from "./object-schema.ts";
import type { ObjectSchema } from "./object-schema.ts";

/** Longest name that the API takes. */
const MAX_NAME_LENGTH = 128;

/** A tool, as the Messages API takes it. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: ObjectSchema;
}

/** Tools for a request of the Messages API. */
export interface AnthropicTools {
  readonly tools: AnthropicTool[];
  /** Hosted tools of another API, which this one does not have. */
  readonly omitted: readonly HostedToolSpec[];
  /** Finds the call in a block of a message's content; null where the block is no `tool_use`. */
  readonly resolve: (block: unknown) => ModelCall | null;
}

/**
 * Tools as the `tools` of Anthropic's Messages API, which knows no namespaces: names are `<namespace>__<name>`. A custom
 * tool becomes a function of one text called `input`. Alternatives at the root of a schema, which the API refuses, are
 * joined.
 */
export function toAnthropicTools(specs: readonly AdvertisedSpec[]): AnthropicTools {
  const { tools, omitted, resolve } = flattenTools(specs, MAX_NAME_LENGTH);
  return {
    tools: tools.map(({ wireName, description, inputSchema }) => ({
      name: wireName,
      ...(description === "" ? {} : { description }),
      input_schema: plainObjectSchema(inputSchema),
    })),
    omitted,
    resolve: (block) => {
      if (!isJsonObject(block) || own(block, "type") !== "tool_use") return null;
      const [id, name] = [own(block, "id"), own(block, "name")];
      return typeof id === "string" && typeof name === "string" ? resolve(name, own(block, "input"), id) : null;
    },
  };
}
