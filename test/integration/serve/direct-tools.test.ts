import { describe, expect, test } from "vitest";
import { callToolResultSchema, defineTool } from "../../../tools/index.ts";
import { testHost } from "../../support/test-host.ts";
import { fixture } from "../mcp/fixture.ts";
import { call, connectStreams, texts } from "./clients.ts";

describe("A direct tool", () => {
  const shape = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] } as const;
  const add = defineTool<{ a: number; b: number }>({
    name: "add",
    namespace: "math",
    description: "Adds.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { a: { $ref: "#/$defs/n" }, b: { $ref: "#/$defs/n" } },
      required: ["a", "b"],
      additionalProperties: false,
      $defs: { n: { type: "number" } },
    },
    outputSchema: shape,
    handler: ({ a, b }) => ({ sum: a + b }),
  });

  test("is listed with its schemas and answers with structured content", async () => {
    const { client } = await connectStreams(await testHost({ tools: [add], mode: "direct" }));
    const { tools } = await client.listTools();
    expect(tools).toEqual([
      { name: "math__add", description: "Adds.", inputSchema: tools[0]?.inputSchema, outputSchema: shape },
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { n: { type: "number" } },
    });
    const result = await call(client, "math__add", { a: 1, b: 2 });
    expect(result.structuredContent).toEqual({ sum: 3 });
    const wrong = await call(client, "math__add", { a: "1" });
    expect([wrong.isError, texts(wrong)]).toEqual([true, ["`b` is missing"]]);
  });

  test("of another server passes its result on as it came, with its annotations and schema", async () => {
    const host = await testHost({ mcpServers: { fix: fixture() }, mode: "direct" });
    const { client } = await connectStreams(host);
    const { tools } = await client.listTools();
    const structured = tools.find(
      ({ name, outputSchema }) => name.startsWith("mcp__fix__") && outputSchema !== undefined,
    );
    expect(tools.some(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const result = await call(client, structured?.name ?? "", {});
    expect(result.structuredContent).toBeTypeOf("object");
  });

  test("whose value has the shape of a result of the protocol gives its blocks, and unknown ones as text", async () => {
    const blocks = [
      { type: "resource", resource: { uri: "test://a", mimeType: "text/plain", text: "A" } },
      { type: "resource_link", uri: "test://b", name: "b" },
      { type: "hologram", data: 1 },
      { type: "image", data: "not base64!", mimeType: "image/png" },
    ];
    const show = defineTool({
      name: "show",
      outputSchema: callToolResultSchema(),
      handler: () => ({ content: blocks, isError: true }),
    });
    const { client } = await connectStreams(await testHost({ tools: [show], mode: "direct" }));
    const result = await call(client, "show", {});
    expect(result).toEqual({
      content: [
        ...blocks.slice(0, 2),
        ...blocks.slice(2).map((block) => ({ type: "text", text: JSON.stringify(block) })),
      ],
      isError: true,
    });
  });

  test("stands beside exec in the mode code", async () => {
    const { client } = await connectStreams(await testHost({ tools: [add], mode: "code" }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["exec", "wait", "math__add"]);
    expect(tools[2]?.description).toContain("math__add(args:");
  });

  test("that is not in the list is refused, with the way to it where a script can call it", async () => {
    const { client } = await connectStreams(await testHost({ tools: [add], mode: "code-only" }));
    await expect(call(client, "math__add", {})).rejects.toMatchObject({
      code: -32_602,
      message: `MCP error -32602: Unknown tool: "math__add" is called from a program: give exec a source with tools.math__add(…).`,
    });
    await expect(call(client, "__proto__", {})).rejects.toMatchObject({ code: -32_602 });
  });
});
