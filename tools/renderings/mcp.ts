import type { ToolAnnotations } from "../contract/annotations.ts";
import type { ToolSpec } from "../contract/spec.ts";
import { structuredContentSchema } from "../declarations/call-tool-result.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { ModelCall } from "./call.ts";
import { flattenTools } from "./flat-tools.ts";
import { objectSchema } from "./object-schema.ts";
import type { ObjectSchema } from "./object-schema.ts";

/** Longest name that the protocol recommends. */
const MAX_NAME_LENGTH = 128;

/** What is known of a tool; an executor is one. */
export interface McpToolSource {
  readonly spec: ToolSpec;
  readonly annotations?: ToolAnnotations;
}

/** A tool, as `tools/list` of the Model Context Protocol has it. */
export interface McpTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
}

/** Tools of an MCP server. */
export interface McpTools {
  readonly tools: McpTool[];
  /** The call that the parameters of `tools/call` are; null where they are none. */
  readonly resolve: (params: unknown) => ModelCall | null;
}

/**
 * Tools as an MCP server lists them. The protocol knows no namespaces: names are `<namespace>__<name>`. A custom tool
 * takes one text called `input`. A tool has an output schema only where its result is an object: whoever answers the
 * call then has to give it as `structuredContent`.
 */
export function toMcpTools(sources: readonly McpToolSource[]): McpTools {
  const { tools, resolve } = flattenTools(
    sources.map(({ spec }) => spec),
    MAX_NAME_LENGTH,
  );
  return {
    tools: tools.map(({ wireName, description, inputSchema, outputSchema }, index) => {
      const { title, ...hints } = annotationsOf(sources[index]?.annotations ?? {});
      const output = outputOf(outputSchema);
      return {
        name: wireName,
        ...(title === undefined ? {} : { title }),
        ...(description === "" ? {} : { description }),
        inputSchema: objectSchema(inputSchema),
        ...(output === null ? {} : { outputSchema: output }),
        ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
      };
    }),
    resolve: (params) => {
      const name = isJsonObject(params) ? own(params, "name") : undefined;
      return isJsonObject(params) && typeof name === "string" ? resolve(name, own(params, "arguments")) : null;
    },
  };
}

function annotationsOf(annotations: ToolAnnotations): NonNullable<McpTool["annotations"]> {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(title !== undefined && { title }),
    ...(readOnlyHint !== undefined && { readOnlyHint }),
    ...(destructiveHint !== undefined && { destructiveHint }),
    ...(idempotentHint !== undefined && { idempotentHint }),
    ...(openWorldHint !== undefined && { openWorldHint }),
  };
}

/** The output of an MCP server's own tool is a whole call result, of which only the structured content has a schema. */
function outputOf(schema: unknown): ObjectSchema | null {
  const structured = structuredContentSchema(schema);
  const output = structured === null ? schema : structured;
  return isJsonObject(output) && own(output, "type") === "object" ? objectSchema(output) : null;
}
