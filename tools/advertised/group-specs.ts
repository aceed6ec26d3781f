import type { AdvertisedSpec, HostedToolSpec, NamespaceSpec, ToolSearchSpec, ToolSpec } from "../contract/spec.ts";
import { compareBytewise } from "../names/byte-order.ts";
import { DEFAULT_NAMESPACE } from "../names/identifier.ts";

/** Members of one namespace that describe it differently. */
export interface NamespaceConflict {
  readonly namespace: string;
  /** The description that is shown: the first one. */
  readonly shown: string;
  /** The others, each once, in the order in which they came. */
  readonly ignored: readonly string[];
}

/** The list that a model is given, and what could not all be said in it. */
export interface GroupedSpecs {
  readonly specs: readonly AdvertisedSpec[];
  readonly conflicts: readonly NamespaceConflict[];
}

/**
 * Puts tools of one namespace together: where the first of them stood, sorted by the bytes of their names. Tools of the
 * default namespace, the search for tools and hosted tools stay where they are. Without any description a namespace is
 * described as `Tools in the <name> namespace.`
 */
export function groupSpecs(specs: readonly (ToolSpec | ToolSearchSpec | HostedToolSpec)[]): GroupedSpecs {
  const members = new Map<string, ToolSpec[]>();
  const places: (AdvertisedSpec | string)[] = [];
  for (const spec of specs) {
    if (!isTool(spec) || isDefaultNamespace(spec.namespace)) {
      places.push(spec);
      continue;
    }
    const known = members.get(spec.namespace);
    if (known === undefined) {
      members.set(spec.namespace, [spec]);
      places.push(spec.namespace);
    } else known.push(spec);
  }
  const conflicts: NamespaceConflict[] = [];
  const grouped = places.map((place) => {
    if (typeof place !== "string") return place;
    const tools = members.get(place) ?? [];
    const [shown = `Tools in the ${place} namespace.`, ...ignored] = descriptionsOf(tools);
    if (ignored.length > 0) conflicts.push({ namespace: place, shown, ignored });
    return namespaceOf(place, shown, tools);
  });
  return { specs: grouped, conflicts };
}

/** Whether this is the namespace of tools that are shown without one. */
export function isDefaultNamespace(namespace: string): boolean {
  return namespace === "" || namespace === DEFAULT_NAMESPACE;
}

/** Whether an entry of a list is a tool that a step can run. */
export function isTool(spec: AdvertisedSpec): spec is ToolSpec {
  return spec.type === "function" || spec.type === "custom";
}

function namespaceOf(name: string, description: string, tools: readonly ToolSpec[]): NamespaceSpec {
  return { type: "namespace", name, description, tools: tools.toSorted((a, b) => compareBytewise(a.name, b.name)) };
}

function descriptionsOf(tools: readonly ToolSpec[]): string[] {
  const descriptions = tools.map((tool) => tool.namespaceDescription ?? "");
  return [...new Set(descriptions.filter((description) => description.trim() !== ""))];
}
