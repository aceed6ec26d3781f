import { compareBytewise, describeNestedTool, MCP_TYPES_PREAMBLE, usesMcpTypes } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** The section of `exec`'s description that describes nested tools, for models that do not see them otherwise. */
export function describeNestedTools(
  executors: readonly ToolExecutor[],
  identifierOf: (executor: ToolExecutor) => string,
): string {
  const sections: string[] = [];
  if (executors.some(({ spec }) => usesMcpTypes(spec))) sections.push(MCP_TYPES_PREAMBLE);
  let namespace = "";
  for (const executor of executors) {
    if (executor.namespace !== namespace) {
      namespace = executor.namespace;
      sections.push(`## ${namespace}`);
    }
    const identifier = identifierOf(executor);
    const raw = identifier === executor.name ? "" : ` (\`${executor.name}\`)`;
    sections.push(`### \`${identifier}\`${raw}\n${describeNestedTool(executor.spec, identifier)}`);
  }
  return sections.join("\n\n");
}

/** The order in which `exec` describes tools: those without a namespace first, then by namespace, then by name. */
export function inDescribedOrder(a: ToolExecutor, b: ToolExecutor): number {
  return compareBytewise(a.namespace, b.namespace) || compareBytewise(a.name, b.name);
}
