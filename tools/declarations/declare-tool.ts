import type { ToolSpec } from "../contract/spec.ts";
import { flatToolName } from "../names/identifier.ts";
import { isCallToolResultSchema, outputType } from "./call-tool-result.ts";
import { methodName } from "./literal.ts";
import { schemaToTypeScript } from "./schema-to-typescript.ts";

/**
 * The TypeScript declaration of a tool as a script calls it, on one line unless its types need more. `identifier` is
 * given where the catalog had to tell tools apart whose names read alike.
 */
export function declarationOf(spec: ToolSpec, identifier: string = flatToolName(spec.namespace, spec.name)): string {
  const name = methodName(identifier);
  const parameter = spec.type === "custom" ? "input: string" : `args: ${schemaToTypeScript(spec.inputSchema)}`;
  const output =
    spec.type === "function" && spec.outputSchema !== undefined ? outputType(spec.outputSchema) : "unknown";
  return `declare const tools: { ${name}(${parameter}): Promise<${output}>; };`;
}

/** The block that follows a tool's description where scripts can call the tool; it begins with a blank line. */
export function declareTool(spec: ToolSpec, identifier?: string): string {
  return `\n\nexec tool declaration:\n\`\`\`ts\n${declarationOf(spec, identifier)}\n\`\`\``;
}

/** A tool's description and the block of {@link declareTool}. */
export function describeNestedTool(spec: ToolSpec, identifier?: string): string {
  return (spec.description + declareTool(spec, identifier)).trimStart();
}

/** Whether a tool's declaration uses the types of {@link MCP_TYPES_PREAMBLE}. */
export function usesMcpTypes(spec: ToolSpec): boolean {
  return spec.type === "function" && isCallToolResultSchema(spec.outputSchema);
}
