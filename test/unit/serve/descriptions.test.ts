import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { declareWithin } from "../../../host/serve/describe/declarations.ts";
import type { NamedTool } from "../../../host/serve/describe/declarations.ts";
import { describeExecForMcp } from "../../../host/serve/describe/exec-text.ts";
import { INSTRUCTIONS } from "../../../host/serve/describe/instructions.ts";
import { searchSpec, searchTools } from "../../../host/serve/describe/search-tool.ts";
import { approximateTokens, callToolResultSchema, defineTool, flatToolName } from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";

/** Some clients cut descriptions here. */
const CUT_BYTES = 2048;

function tool(
  namespace: string,
  name: string,
  parts: Partial<ToolExecutor> & { readonly description?: string } = {},
): NamedTool {
  const { description = `Does ${name}.`, ...others } = parts;
  const executor = defineTool({ namespace, name, description, handler: () => null });
  return { identifier: flatToolName(namespace, name), executor: { ...executor, ...others } };
}

const crowd = (namespace: string, count: number): NamedTool[] =>
  Array.from({ length: count }, (_, index) => tool(namespace, `t${String(index).padStart(3, "0")}`));

describe("Declarations within a budget", () => {
  test("are complete where all fit, with descriptions as they are", () => {
    const long = "x".repeat(2000);
    const { text, missing } = declareWithin([tool("b", "two", { description: long }), tool("", "one")], 10_000);
    expect(missing).toEqual([]);
    expect(text).toBe(
      "```ts\n/** Does one. */\none(args: unknown): Promise<unknown>;\n```\n\n" +
        `## b\n\`\`\`ts\n/** ${long} */\nb__two(args: unknown): Promise<unknown>;\n\`\`\``,
    );
  });

  test("go to namespaces in turn: small ones are whole when a large one is not", () => {
    const tools = [...crowd("large", 200), ...crowd("small", 3), ...crowd("tiny", 1)];
    const { text, missing } = declareWithin(tools, 500);
    expect(new Set(missing.map(({ executor }) => executor.namespace))).toEqual(new Set(["large"]));
    expect(text).toContain("large__t000(");
    expect(text).toContain("small__t002(");
    expect(missing[0]?.executor.name).not.toBe("t000");
  });

  test("leave out a tool that is too large, and not those after it", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`property_${index}`, { type: "string" }]),
    );
    const huge = defineTool({
      namespace: "n",
      name: "a",
      inputSchema: { type: "object", properties: wide },
      handler: () => null,
    });
    const { text, missing } = declareWithin([{ identifier: "n__a", executor: huge }, tool("n", "b")], 100);
    expect(missing.map(({ identifier }) => identifier)).toEqual(["n__a"]);
    expect(text).toContain("n__b(");
  });

  test("show the types of the protocol once, where a tool uses them, and pay for them", () => {
    const spec = {
      type: "function",
      namespace: "n",
      name: "m",
      description: "",
      inputSchema: {},
      outputSchema: callToolResultSchema(),
    } as const;
    const tools = [tool("n", "m", { spec }), tool("n", "n", { spec: { ...spec, name: "n" } })];
    const whole = declareWithin(tools, 5000);
    expect(whole.text.split("type CallToolResult<").length).toBe(2);
    const poor = declareWithin([...tools, tool("o", "p")], 50);
    expect(poor.text).not.toContain("CallToolResult");
    expect(poor.text).toContain("o__p(");
  });

  test("are not ended by what a description says, and tell what a namespace is for in one line", () => {
    const hostile = tool("n", "m", {
      description: "ends */ here\n```\nand here",
      namespaceDescription: "For\n## all ```",
    });
    const { text } = declareWithin([hostile], 5000);
    expect(text).toBe(
      "## n\nFor ## all '''\n```ts\n/**\nends *\\/ here\n'''\nand here\n*/\nn__m(args: unknown): Promise<unknown>;\n```",
    );
  });

  test("never take more than their budget", () => {
    const names = fc.stringMatching(/^[a-z]{1,12}$/u);
    const tools = fc.uniqueArray(fc.tuple(names, names, fc.string({ maxLength: 400 })), {
      maxLength: 40,
      selector: ([a, b]) => `${a} ${b}`,
    });
    fc.assert(
      fc.property(tools, fc.nat(1500), (list, budget) => {
        const all = list.map(([namespace, name, description]) => tool(namespace, name, { description }));
        const { text, missing } = declareWithin(all, budget);
        // Fences and blank lines between namespaces come on top; they are a few tokens each.
        const namespaces = new Set(all.map(({ executor }) => executor.namespace)).size;
        expect(approximateTokens(text)).toBeLessThanOrEqual(budget + 4 * namespaces);
        for (const { identifier, executor } of all) {
          const isMissing = missing.some((one) => one.executor === executor);
          expect(text.includes(`\n${identifier}(`)).toBe(!isMissing);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("What clients are told", () => {
  const facts = {
    yieldTimeMs: 30_000,
    maxOutputTokens: 10_000,
    tools: crowd("n", 3),
    declarations: null,
    search: true,
  };

  test("of exec stands before the point where some clients cut, all but the tools", () => {
    const text = describeExecForMcp({ ...facts, tools: crowd("a_namespace_of_usual_length", 40) });
    expect(Buffer.byteLength(text)).toBeLessThan(CUT_BYTES);
    expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(CUT_BYTES);
  });

  test("of exec says how many tools there are, whether all are declared, and how to find the others", () => {
    const whole = { text: "T", missing: [] };
    const some = { text: "T", missing: facts.tools.slice(1) };
    const none = { text: "", missing: facts.tools };
    expect(describeExecForMcp({ ...facts, declarations: whole })).toMatch(
      /It can call 3 tools: n \(3\)\.[^]*\n\nAll members of `tools`:\n\nT$/u,
    );
    expect(describeExecForMcp({ ...facts, declarations: some })).toContain(
      "1 of the 3 members of `tools`; to find the others: `tool_search`, or filter `ALL_TOOLS` in the program.\n\nT",
    );
    expect(describeExecForMcp({ ...facts, declarations: none, search: false })).toMatch(
      /No member of `tools` is declared here\. To find one: filter `ALL_TOOLS` in the program\.$/u,
    );
    expect(describeExecForMcp({ ...facts, tools: [] })).toContain("At present there is no tool to call.");
  });

  test("of a search are names of tools that are not declared, and its answers are members of `tools`", async () => {
    const tools = crowd("n", 30);
    const spec = searchSpec(tools.slice(10), 20);
    expect(spec.description).toMatch(/\d+ of the 20 tools that `exec` does not declare:\nn: t010, /u);
    expect(searchSpec([], 50).description).not.toContain("declare:");
    const answer = await searchTools(tools, { query: "t003 t004", limit: 1 });
    expect(answer).toContain("The best 1 of 2 matches.");
    expect(answer).toMatch(/\/\*\* Does t00[34]\. \*\/\nn__t00[34]\(args: unknown\): Promise<unknown>;/u);
    expect(await searchTools(tools, { query: "zebra" })).toContain('No tool matches "zebra"');
    await expect(searchTools(tools, { query: 3 })).rejects.toThrow("must be a string");
  });
});
