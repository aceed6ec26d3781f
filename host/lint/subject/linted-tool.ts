import { approximateTokens, isJsonObject, own, structuredContentSchema } from "../../../tools/index.ts";
import type { ToolAnnotations, ToolExecutor } from "../../../tools/index.ts";
import { ownNameOf } from "../../mcp/own-name.ts";
import { parametersOf } from "./parameters.ts";
import type { Parameter } from "./parameters.ts";

/** A tool as its owner wrote it. */
export interface LintedTool {
  /** The MCP server's name, else the namespace, else empty. */
  readonly owner: string;
  /** The owner's own name for it. */
  readonly name: string;
  readonly description: string;
  /** As it came: no keyword was taken out. An empty object for tools that take a text. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Of the result's own data; undefined when it says nothing about them. */
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly annotations: ToolAnnotations;
  readonly parameters: readonly Parameter[];
  /** Tokens that its definition costs, roughly. */
  readonly tokens: number;
  readonly executor: ToolExecutor;
}

/** Tools that a linter can say something about: those that take an object. */
export function lintedTools(executors: readonly ToolExecutor[]): readonly LintedTool[] {
  return executors.flatMap((executor) => {
    const { spec, namespace, approval, annotations = {} } = executor;
    if (spec.type !== "function") return [];
    const inputSchema = asObject(spec.argumentsSchema ?? spec.inputSchema) ?? {};
    const owner = approval?.owner ?? namespace;
    const name = ownNameOf(executor) ?? spec.name;
    const output = spec.outputSchema;
    const structured = structuredContentSchema(output);
    return [
      {
        owner,
        name,
        description: spec.description,
        inputSchema,
        outputSchema: asObject(structured === null ? output : structured),
        annotations,
        parameters: parametersOf(inputSchema),
        tokens: approximateTokens(JSON.stringify({ name, description: spec.description, inputSchema })),
        executor,
      },
    ];
  });
}

/** Names of the properties that an output schema declares, at any place that a caller would look. */
export function outputProperties(schema: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown, depth: number): void => {
    if (!isJsonObject(node) || depth > 3) return;
    const properties = own(node, "properties");
    if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name);
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      const variants = own(node, key);
      if (Array.isArray(variants)) for (const variant of variants) visit(variant, depth + 1);
    }
  };
  visit(schema, 0);
  return names;
}

function asObject(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  return isJsonObject(schema) ? schema : undefined;
}
