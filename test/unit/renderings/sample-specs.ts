import { groupSpecs } from "../../../tools/index.ts";
import type { AdvertisedSpec, CustomToolSpec, FunctionToolSpec } from "../../../tools/index.ts";

/** A function tool; everything but its name can be left out. */
export function functionTool(namespace: string, name: string, more: Partial<FunctionToolSpec> = {}): FunctionToolSpec {
  return {
    type: "function",
    namespace,
    name,
    description: `Does ${name}.`,
    inputSchema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
    ...more,
  };
}

/** A tool of free text with a grammar. */
export const patch: CustomToolSpec = {
  type: "custom",
  namespace: "",
  name: "patch",
  description: "Edits files.",
  grammar: { syntax: "lark", definition: 'start: "x"' },
};

/** A list with every form of entry. */
export const everyForm: readonly AdvertisedSpec[] = groupSpecs([
  functionTool("", "read"),
  functionTool("mcp__cal", "list", { namespaceDescription: "A calendar." }),
  patch,
  { ...patch, namespace: "mcp__cal", name: "draw", grammar: { syntax: "regex", definition: "a+" } },
  functionTool("mcp__cal", "add"),
  functionTool("functions", "write", { description: "" }),
  {
    type: "tool_search",
    execution: "client",
    description: "Finds tools.",
    parameters: { type: "object", properties: { query: { type: "string" } } },
  },
  {
    type: "web_search",
    externalWebAccess: false,
    filters: { allowedDomains: ["example.com"] },
    userLocation: { country: "DE", city: "Berlin" },
    searchContextSize: "low",
  },
  { type: "image_generation", outputFormat: "png" },
]).specs;
