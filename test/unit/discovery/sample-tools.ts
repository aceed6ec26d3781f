import type { Exposure, JsonSchema, ToolExecutor } from "../../../tools/index.ts";

/** A deferred tool with a name and whatever else is given. */
export interface SampleTool {
  readonly namespace?: string;
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly exposure?: Exposure;
  readonly namespaceDescription?: string;
  readonly title?: string;
  readonly keywords?: readonly string[];
  readonly source?: string;
}

export function sampleTool(tool: SampleTool): ToolExecutor {
  const { namespace = "", name, description = "", inputSchema = { type: "object", properties: {} } } = tool;
  return {
    name,
    namespace,
    kind: "function",
    spec: { type: "function", namespace, name, description, inputSchema },
    exposure: tool.exposure ?? "deferred",
    parallel: () => false,
    handle: async () => ({ value: null, output: { content: [], success: true } }),
    ...(tool.namespaceDescription === undefined ? {} : { namespaceDescription: tool.namespaceDescription }),
    ...(tool.title === undefined ? {} : { annotations: { title: tool.title } }),
    ...(tool.keywords === undefined && tool.source === undefined
      ? {}
      : {
          search: {
            ...(tool.keywords === undefined ? {} : { keywords: tool.keywords }),
            ...(tool.source === undefined ? {} : { source: tool.source }),
          },
        }),
  };
}

/** `namespace.name` of each tool. */
export function fullNames(tools: readonly { readonly namespace: string; readonly name: string }[]): string[] {
  return tools.map(({ namespace, name }) => (namespace === "" ? name : `${namespace}.${name}`));
}
