import type { CallContext, ToolExecutor, ToolResult } from "../contract/executor.ts";
import type { JsonSchema, ToolSpec } from "../contract/spec.ts";
import { isStandardSchema, standardToJsonSchema } from "../contract/standard-schema.ts";
import type { StandardSchema } from "../contract/standard-schema.ts";
import { own } from "../schema/json-object.ts";
import { validateStandard } from "../validation/validate-standard.ts";
import { checkDefinition, invalid } from "./check-definition.ts";
import { HANDED_ON } from "./definition.ts";
import type {
  AnyToolDefinition,
  CustomToolDefinition,
  FunctionToolDefinition,
  StandardToolDefinition,
} from "./definition.ts";
import { toolResultOf } from "./tool-result.ts";

/**
 * Makes a tool from a name, a schema and a handler.
 *
 * With a Standard Schema (zod, valibot, …) the handler's input has the schema's output type and was validated by it.
 * With a JSON Schema the host validates, and the handler's input has the type given as type parameter.
 *
 * Throws an `IsocellError` with the code `invalid_tool` when the definition is not usable.
 */
export function defineTool<S extends StandardSchema>(definition: StandardToolDefinition<S>): ToolExecutor;
export function defineTool(definition: CustomToolDefinition): ToolExecutor;
export function defineTool<Input = { readonly [name: string]: unknown }>(
  definition: FunctionToolDefinition<Input>,
): ToolExecutor;
export function defineTool(definition: unknown): ToolExecutor {
  checkDefinition(definition);
  const spec = specOf(definition);
  const { parallel = false, timeoutMs } = definition;
  return Object.freeze({
    name: spec.name,
    namespace: spec.namespace,
    kind: spec.type,
    spec,
    exposure: definition.exposure ?? "direct",
    parallel: typeof parallel === "function" ? parallel : () => parallel,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...handedOn(definition),
    handle: handleWith(definition),
  });
}

function handedOn(definition: AnyToolDefinition): Partial<ToolExecutor> {
  const given = HANDED_ON.filter((field) => definition[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, definition[field]]));
}

function specOf(definition: AnyToolDefinition): ToolSpec {
  const { name, namespace = "", description = "", grammar, inputSchema, outputSchema } = definition;
  const common = { namespace, name, description };
  if (definition.kind === "custom") {
    return Object.freeze({ type: "custom", ...common, ...(grammar === undefined ? {} : { grammar }) });
  }
  return Object.freeze({
    type: "function",
    ...common,
    inputSchema: inputSchema === undefined ? {} : jsonSchemaOf(name, "inputSchema", inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: jsonSchemaOf(name, "outputSchema", outputSchema) }),
  });
}

function jsonSchemaOf(
  name: string,
  field: "inputSchema" | "outputSchema",
  schema: JsonSchema | StandardSchema,
): JsonSchema {
  const jsonSchema = isStandardSchema(schema) ? convert(name, field, schema) : schema;
  const type = typeof jsonSchema === "boolean" ? undefined : own(jsonSchema, "type");
  const takesObject = type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
  if (field === "inputSchema" && !takesObject) {
    throw invalid(`tool \`${name}\``, field, 'a tool\'s arguments are always an object; use `type: "object"`', name);
  }
  return jsonSchema;
}

function convert(name: string, field: "inputSchema" | "outputSchema", schema: StandardSchema): JsonSchema {
  const tool = `tool \`${name}\``;
  let converted: JsonSchema | null;
  try {
    converted = standardToJsonSchema(schema, field === "inputSchema" ? "input" : "output");
  } catch (error) {
    throw invalid(tool, field, "use only types that JSON Schema has; see the cause", name, error);
  }
  if (converted !== null) return converted;
  const vendor = schema["~standard"].vendor;
  throw invalid(
    tool,
    field,
    `this schema of ${vendor} cannot describe itself as JSON Schema; pass a JSON Schema instead`,
    name,
  );
}

function handleWith(definition: AnyToolDefinition): ToolExecutor["handle"] {
  const { name, inputSchema } = definition;
  // The overloads tie the handler's input to the schema; here only the schema knows.
  const handler = definition.handler as (input: unknown, context: CallContext) => unknown;
  const standard = isStandardSchema(inputSchema) ? inputSchema : null;
  return async (input, context): Promise<ToolResult> => {
    let accepted = input;
    if (standard !== null) {
      const validation = await validateStandard(standard, input);
      if ("error" in validation) throw new Error(`invalid arguments for \`${name}\`: ${validation.error}`);
      accepted = validation.value;
    }
    const result = toolResultOf(name, await handler(accepted, context));
    // A direct call shows the output at once; a failure to write it belongs to the call.
    if (context.source.kind === "direct") void result.output;
    return result;
  };
}
