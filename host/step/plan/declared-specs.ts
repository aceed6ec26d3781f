import type { ToolSpec } from "../../../tools/index.ts";
import type { Catalog } from "../catalog.ts";
import type { ListedSpec } from "./types.ts";

/**
 * The list of a model that has tools and code side by side: tools that code may call, too, are described as code sees
 * them. The catalog is one made for a model.
 */
export function declaredSpecs(specs: readonly ListedSpec[], catalog: Catalog): readonly ListedSpec[] {
  const declared = new Map<ListedSpec, ToolSpec>();
  for (const [index, { spec }] of catalog.executors.entries()) {
    const description = catalog.frame.tools[index]?.[1];
    if (description !== undefined) declared.set(spec, { ...spec, description });
  }
  return Object.freeze(specs.map((spec) => declared.get(spec) ?? spec));
}
