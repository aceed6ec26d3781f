import type { ToolExecutor } from "../../../tools/index.ts";
import { isDefaultNamespace } from "../registry.ts";
import type { Registry } from "../registry.ts";
import type { PlanReport } from "./types.ts";

/** What is found out about the namespaces of a registry. */
export interface DescribedNamespaces {
  readonly descriptions: ReadonlyMap<string, string>;
  /** At most one for each namespace. */
  readonly conflicts: readonly PlanReport[];
}

/** The first description that a member gives speaks for the namespace; without any it gets a sentence of its own. */
export function describeNamespaces(
  registry: Registry,
  sources: ReadonlyMap<ToolExecutor, string>,
): DescribedNamespaces {
  const descriptions = new Map<string, string>();
  const conflicts = new Map<string, PlanReport>();
  for (const executor of registry.list()) {
    const { namespace, name, namespaceDescription = "" } = executor;
    if (isDefaultNamespace(namespace)) continue;
    const known = descriptions.get(namespace) ?? "";
    const said = namespaceDescription.trim() === "" ? "" : namespaceDescription;
    if (known === "") descriptions.set(namespace, said);
    else if (said !== "" && said !== known && !conflicts.has(namespace)) {
      const source = sources.get(executor) ?? "";
      const reason = "a tool before it describes the same namespace otherwise; that description counts";
      conflicts.set(namespace, { kind: "description", source, namespace, name, reason });
    }
  }
  for (const [namespace, description] of descriptions) {
    if (description === "") descriptions.set(namespace, `Tools in the ${namespace} namespace.`);
  }
  return { descriptions, conflicts: [...conflicts.values()] };
}
