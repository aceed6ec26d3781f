import { groupSpecs } from "../../tools/index.ts";
import type { AdvertisedSpec, FunctionToolSpec, HostedToolSpec, ToolSearchSpec, ToolSpec } from "../../tools/index.ts";
import { isToolSearch } from "../discovery/tool-search.ts";
import type { ListedSpec, StepPlan } from "./plan/types.ts";

/**
 * The list of a step in the form that renderings for model APIs take: namespaces put together and described, the search
 * for tools and hosted tools in forms of their own.
 */
export function advertisedOf(specs: readonly ListedSpec[], plan: StepPlan): readonly AdvertisedSpec[] {
  const search = plan.registry.get("", "tool_search");
  const searchSpec = search !== undefined && isToolSearch(search) ? search.spec : null;
  return groupSpecs(
    specs.map((spec): ToolSpec | ToolSearchSpec | HostedToolSpec => {
      if (spec.type === "hosted") return spec.definition;
      if (searchSpec !== null && spec.type === "function" && isSearch(spec, searchSpec)) return searchForm(spec);
      const namespaceDescription = plan.namespaces.get(spec.namespace);
      return namespaceDescription === undefined ? spec : { ...spec, namespaceDescription };
    }),
  ).specs;
}

/** A listed spec may be a copy with another description. */
function isSearch(spec: FunctionToolSpec, search: ToolSpec): boolean {
  return spec.name === search.name && spec.namespace === search.namespace;
}

function searchForm({ description, inputSchema }: FunctionToolSpec): ToolSearchSpec {
  return { type: "tool_search", execution: "client", description, parameters: inputSchema };
}
