import { describe, expect, test } from "vitest";
import { defineTool } from "../../../tools/index.ts";
import { testHost } from "../../support/test-host.ts";
import { call, connectStreams, texts } from "./clients.ts";

describe("tool_search", () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    defineTool({
      name: `tool_${index}`,
      namespace: `ns${index % 3}`,
      description: `Handles topic number ${index}.`,
      handler: () => index,
    }),
  );

  test("is offered where exec cannot describe all tools, and gives what a program needs to call them", async () => {
    const { client } = await connectStreams(await testHost({ tools: many, mode: "code-only" }), {
      descriptionTokens: 800,
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["exec", "wait", "tool_search"]);
    expect(tools[0]?.description).toMatch(/\d+ of the 300 members of `tools`; to find the others: `tool_search`/u);
    expect(tools[2]?.description).toContain("ns2: tool_");
    const [answer = ""] = texts(await call(client, "tool_search", { query: "tool_277", limit: 1 }));
    expect(answer).toContain("ns1__tool_277(args: ");
    const result = await call(client, "exec", { source: "text(await tools.ns1__tool_277({}))" });
    expect(texts(result)[1]).toBe("277");
    const wrong = await call(client, "tool_search", {});
    expect([wrong.isError, texts(wrong)[0]]).toEqual([true, expect.stringContaining("tool_search needs `query`")]);
  });

  test("is left out where exec describes all", async () => {
    const { client } = await connectStreams(await testHost({ tools: many.slice(0, 20), mode: "code-only" }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["exec", "wait"]);
    expect(tools[0]?.description).toContain("All members of `tools`:");
  });
});
