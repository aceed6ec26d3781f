import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { callToolResultSchema, toMcpTools } from "../../../tools/index.ts";
import type { McpToolSource, ModelCall } from "../../../tools/index.ts";
import { functionTool, patch } from "./sample-specs.ts";

/** Fails to compile where the protocol's own types differ. */
function listOf(sources: readonly McpToolSource[]): Tool[] {
  return toMcpTools(sources).tools;
}

const number = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const sources: readonly McpToolSource[] = [
  {
    spec: functionTool("cal", "add", { outputSchema: number }),
    annotations: {
      title: "Add",
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  },
  { spec: patch, annotations: {} },
  { spec: functionTool("", "text", { description: "", outputSchema: { type: "string" }, inputSchema: true }) },
  { spec: functionTool("", "proxy", { outputSchema: callToolResultSchema(number) }) },
  { spec: functionTool("", "bare", { outputSchema: callToolResultSchema() }) },
  {
    spec: functionTool("", "either", {
      inputSchema: { anyOf: [{ required: ["a"] }, { required: ["b"] }], properties: { a: true, b: false } },
    }),
  },
];

describe("As an MCP server lists them", () => {
  test("tools have flat names, schemas of objects and their annotations", () => {
    const schema = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
    expect(listOf(sources)).toEqual([
      {
        name: "cal__add",
        title: "Add",
        description: "Does add.",
        inputSchema: schema,
        outputSchema: number,
        annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      },
      {
        name: "patch",
        description: 'Edits files.\n\n`input` follows this lark grammar:\nstart: "x"',
        inputSchema: {
          type: "object",
          properties: { input: { type: "string" } },
          required: ["input"],
          additionalProperties: false,
        },
      },
      { name: "text", inputSchema: { type: "object" } },
      { name: "proxy", description: "Does proxy.", inputSchema: schema, outputSchema: number },
      { name: "bare", description: "Does bare.", inputSchema: schema },
      {
        name: "either",
        description: "Does either.",
        inputSchema: {
          type: "object",
          anyOf: [{ required: ["a"] }, { required: ["b"] }],
          properties: { a: {}, b: { not: {} } },
        },
      },
    ]);
  });

  test("the protocol's own checks accept every tool, unchanged", () => {
    const tools = listOf(sources);
    expect(ListToolsResultSchema.parse({ tools }).tools).toEqual(tools);
  });

  test("a client's calls over the protocol lead back to the tools", async () => {
    const { tools, resolve } = toMcpTools(sources);
    const calls: (ModelCall | null)[] = [];
    // oxlint-disable-next-line typescript/no-deprecated -- the other class hides schemas
    const server = new Server({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      calls.push(resolve(params));
      return { content: [], structuredContent: { n: 1 } };
    });
    const client = new Client({ name: "c", version: "1" });
    const [left, right] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(left), client.connect(right)]);
    try {
      const listed = await client.listTools();
      await client.callTool({ name: "cal__add", arguments: { q: "x" } });
      await client.callTool({ name: "patch", arguments: { input: "y" } });
      await client.callTool({ name: "text" });
      expect(listed.tools).toEqual(tools);
    } finally {
      await client.close();
      await server.close();
    }
    expect(calls).toEqual([
      { namespace: "cal", name: "add", arguments: '{"q":"x"}' },
      { namespace: "", name: "patch", input: "y" },
      { namespace: "", name: "text", arguments: "{}" },
    ]);
    expect([resolve({ name: 1 }), resolve(null), resolve({ name: "none" })]).toEqual([
      null,
      null,
      { namespace: "", name: "none", arguments: "{}" },
    ]);
  });
});
