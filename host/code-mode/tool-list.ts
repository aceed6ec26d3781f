import { describeNestedTool, flatToolName, MCP_TYPES_PREAMBLE, usesMcpTypes } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** The section of `exec`'s description that describes nested tools, for models that do not see them otherwise. */
export function describeNestedTools(executors: readonly ToolExecutor[], identifiers: readonly string[]): string {
  const sections: string[] = [];
  if (executors.some(({ spec }) => usesMcpTypes(spec))) sections.push(MCP_TYPES_PREAMBLE);
  let namespace = "";
  executors.forEach((executor, index) => {
    if (executor.exposure === "deferred") return;
    if (executor.namespace !== namespace) {
      namespace = executor.namespace;
      sections.push(`## ${namespace}`);
    }
    const identifier = identifiers[index] ?? flatToolName(executor.namespace, executor.name);
    const raw = identifier === executor.name ? "" : ` (\`${executor.name}\`)`;
    sections.push(`### \`${identifier}\`${raw}\n${describeNestedTool(executor.spec, identifier)}`);
  });
  return sections.join("\n\n");
}
