import { isDefaultNamespace } from "../advertised/group-specs.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import type { ModelCall } from "./call.ts";
import type { ToolName } from "./wire-names.ts";

/** Finds out which tool a namespace and a name of the API stand for; undefined where they stand for themselves. */
export type NameLookup = (namespace: string, name: string) => ToolName | undefined;

/**
 * The call that an output item of the Responses API is: a function call, a custom tool call, or a search for tools that
 * the client is to make. Null for every other item, also one that lacks what belongs to it.
 */
export function callOf(item: unknown, lookup: NameLookup): ModelCall | null {
  if (!isJsonObject(item)) return null;
  const callId = own(item, "call_id");
  if (typeof callId !== "string") return null;
  switch (own(item, "type")) {
    case "function_call": {
      const target = targetOf(item, lookup);
      const text = own(item, "arguments");
      return target === null || typeof text !== "string" ? null : { callId, ...target, arguments: text };
    }
    case "custom_tool_call": {
      const target = targetOf(item, lookup);
      const text = own(item, "input");
      return target === null || typeof text !== "string" ? null : { callId, ...target, input: text };
    }
    case "tool_search_call": {
      if (own(item, "execution") !== "client") return null;
      return { callId, namespace: "", name: "tool_search", arguments: JSON.stringify(own(item, "arguments") ?? {}) };
    }
    default:
      return null;
  }
}

function targetOf(item: JsonObject, lookup: NameLookup): ToolName | null {
  const name = own(item, "name");
  const namespace = own(item, "namespace") ?? "";
  if (typeof name !== "string" || typeof namespace !== "string") return null;
  const plain = isDefaultNamespace(namespace) ? "" : namespace;
  const tool = lookup(plain, name) ?? { namespace: plain, name };
  return { namespace: isDefaultNamespace(tool.namespace) ? "" : tool.namespace, name: tool.name };
}
