import { defineTool } from "../../../tools/index.ts";
import type { CallContext, JsonSchema, ToolExecutor } from "../../../tools/index.ts";
import { parseArguments } from "../../pipeline/parse-arguments.ts";
import type { ListKind } from "../client/list-pages.ts";
import { RESOURCES, RESOURCE_TEMPLATES } from "./entries.ts";
import { readListArguments, readReadArguments } from "./read-arguments.ts";
import type { McpResources } from "./resources.ts";

const SERVER = { type: "string", description: "Name of the MCP server. Without it: all servers." };
const CURSOR = { type: "string", description: "The nextCursor of an earlier answer for the same server." };
const LIST_SCHEMA: JsonSchema = {
  type: "object",
  properties: { server: SERVER, cursor: CURSOR },
  additionalProperties: false,
};
const READ_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    server: { type: "string", description: "Name of the MCP server, as the lists give it." },
    uri: { type: "string", description: "URI of the resource, from a list or made from a template." },
  },
  required: ["server", "uri"],
  additionalProperties: false,
};

/**
 * Three tools that look at what MCP servers have besides tools. `resources` is asked anew for each call: servers may still
 * be starting when the tools are made.
 */
export function resourceTools(resources: () => Promise<McpResources>): readonly ToolExecutor[] {
  return [
    listTool(
      "list_mcp_resources",
      "Lists resources (files, records and the like) that MCP servers give to read with read_mcp_resource.",
      RESOURCES,
      resources,
    ),
    listTool(
      "list_mcp_resource_templates",
      "Lists URI templates of MCP servers. Fill in the parts in braces and read the result with read_mcp_resource.",
      RESOURCE_TEMPLATES,
      resources,
    ),
    direct({
      name: "read_mcp_resource",
      description: "Reads one resource of an MCP server: texts as they are, other data in base64.",
      inputSchema: READ_SCHEMA,
      outputSchema: answerSchema("contents", ["server", "uri", "contents"]),
      handler: async (input, { signal }) => {
        const { server, uri } = readReadArguments(input);
        return { server, uri, contents: await (await resources()).read(server, uri, signal) };
      },
    }),
  ];
}

function listTool(
  name: string,
  description: string,
  kind: ListKind,
  resources: () => Promise<McpResources>,
): ToolExecutor {
  return direct({
    name,
    description,
    inputSchema: LIST_SCHEMA,
    outputSchema: answerSchema(kind.field, [kind.field]),
    handler: async (input, { signal }) => {
      const { server, cursor } = readListArguments(input);
      const { entries, nextCursor, errors } = await (await resources()).list(kind, server, cursor, signal);
      return {
        ...(server === null ? {} : { server }),
        [kind.field]: entries,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        // Not part of what other clients answer; without it, a server that fails would look like one that has nothing.
        ...(errors.length === 0 ? {} : { errors }),
      };
    },
  });
}

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly handler: (input: unknown, context: CallContext) => Promise<unknown>;
}

/** A tool that reads its arguments itself: null is one of them, and other words are expected of what is wrong. */
function direct(definition: Definition): ToolExecutor {
  const tool = defineTool<unknown>({ ...definition, parallel: true });
  const annotations = { readOnlyHint: true, openWorldHint: true };
  return Object.freeze({ ...tool, annotations, parseArguments });
}

function answerSchema(field: string, required: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: {
      server: { type: "string" },
      ...(field === "contents" ? { uri: { type: "string" } } : { nextCursor: { type: "string" } }),
      [field]: { type: "array", items: { type: "object" } },
    },
    required,
  };
}
