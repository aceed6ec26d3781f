import { expect, test, onTestFinished } from "vitest";
import { createHost } from "../../../host/index.ts";
import { createToolSearch, describeToolSearch, isToolSearch } from "../../../host/discovery/tool-search.ts";
import type { ScriptSearchAnswer } from "../../../host/discovery/tool-search.ts";
import { callToolResultSchema } from "../../../tools/index.ts";
import type { CallContext, ToolExecutor, ToolOutput } from "../../../tools/index.ts";
import { sampleTool } from "./sample-tools.ts";

const TEXT = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const TOOLS: readonly ToolExecutor[] = [
  sampleTool({ namespace: "mcp__chat", name: "post_note", description: "Posts a note.", inputSchema: TEXT }),
  sampleTool({
    namespace: "mcp__wiki",
    name: "read_note",
    description: "Reads a note.",
    namespaceDescription: " Wiki. ",
  }),
  sampleTool({
    namespace: "mcp__chat",
    name: "drop_note",
    description: "Drops a note for good, and all answers to it.",
  }),
  sampleTool({
    name: "note_count",
    description: "Tells how many notes stand on shelves, walls, desks, doors and every other surface.",
    inputSchema: true,
  }),
];

const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  callId: "c",
  source: { kind: "direct" },
  attempt: 1,
  unconfined: false,
  reportProgress: () => undefined,
};

async function answerOf(
  tool: ToolExecutor,
  input: unknown,
): Promise<{ value: ScriptSearchAnswer; output: ToolOutput }> {
  const { value, output } = await tool.handle(input, CONTEXT);
  return { value: value as ScriptSearchAnswer, output };
}

const search = (input: unknown, tools = TOOLS): ReturnType<typeof answerOf> =>
  answerOf(createToolSearch({ deferred: () => tools }), input);

test("Definitions are merged by namespace in the order of first hits; members stand in rank order.", async () => {
  const { value, output } = await search({ query: "note" });
  const one = (name: string, description: string, parameters: unknown): unknown => ({
    type: "function",
    name,
    description,
    strict: false,
    defer_loading: true,
    parameters,
  });
  const empty = { type: "object", properties: {} };
  expect(value.tools).toEqual([
    {
      type: "namespace",
      name: "mcp__wiki",
      description: "Wiki.",
      tools: [one("read_note", "Reads a note.", empty)],
    },
    {
      type: "namespace",
      name: "mcp__chat",
      description: "Tools in the mcp__chat namespace.",
      tools: [
        one("post_note", "Posts a note.", TEXT),
        one("drop_note", "Drops a note for good, and all answers to it.", empty),
      ],
    },
    one("note_count", "Tells how many notes stand on shelves, walls, desks, doors and every other surface.", empty),
  ]);
  const { calls: _, ...answer } = value;
  expect(answer).toMatchObject({ total: 4, limit: 8, complete: true });
  expect(output).toEqual({ content: [{ type: "text", text: JSON.stringify(answer) }], success: true });
});

test("A limit cuts the answer, which says how many match.", async () => {
  const { value } = await search({ query: "note", limit: 1 });
  expect(value).toMatchObject({ total: 4, limit: 1, complete: false });
  expect(value.calls.map(({ identifier }) => identifier)).toEqual(["mcp__wiki__read_note"]);
  expect((await search({ query: "note", limit: null })).value.limit).toBe(8);
});

test("A script is given the name and declaration of what it can call, by the catalog's names.", async () => {
  const modelOnly = sampleTool({ namespace: "m", name: "note_secret", exposure: "deferred-model-only" });
  const mcp = sampleTool({ namespace: "m", name: "note_mcp" });
  const withOutput = {
    ...mcp,
    spec: { ...mcp.spec, type: "function", inputSchema: {}, outputSchema: callToolResultSchema(undefined) },
  } as ToolExecutor;
  const tool = createToolSearch({
    deferred: () => [...TOOLS.slice(0, 1), modelOnly, withOutput],
    identifierOf: ({ name }) => `renamed_${name}`,
  });
  const { value } = await answerOf(tool, { query: "note" });
  expect(value.total).toBe(3);
  expect(value.calls.map(({ identifier }) => identifier).toSorted()).toEqual(["renamed_note_mcp", "renamed_post_note"]);
  expect(value.calls.find(({ name }) => name === "post_note")).toEqual({
    identifier: "renamed_post_note",
    namespace: "mcp__chat",
    name: "post_note",
    description: "Posts a note.",
    declaration: "declare const tools: { renamed_post_note(args: { text: string; }): Promise<unknown>; };",
  });
  expect(value.types).toContain("CallToolResult");
  expect((await search({ query: "note" })).value).not.toHaveProperty("types");
});

test("Freeform tools are found with their grammar.", async () => {
  const tool = sampleTool({ namespace: "x", name: "patch" });
  const grammar = { syntax: "lark", definition: "start: /.+/" } as const;
  const custom: ToolExecutor = {
    ...tool,
    kind: "custom",
    spec: { type: "custom", namespace: "x", name: "patch", description: "Applies.", grammar },
  };
  expect((await search({ query: "patch" }, [custom])).value.tools).toEqual([
    {
      type: "namespace",
      name: "x",
      description: "Tools in the x namespace.",
      tools: [{ type: "custom", name: "patch", description: "Applies.", format: { type: "grammar", ...grammar } }],
    },
  ]);
});

test.each([
  ["pst_nte", /^No tool matches "pst_nte"\. The nearest names are mcp__chat__post_note\b/],
  ["zzzzzz", /^No tool matches "zzzzzz"\. There are tools in mcp__chat, mcp__wiki\. Search for what/],
  ["the of", /^"the of" has no word to search for/],
])("Nothing found for %s is said, with what is near.", async (query, text) => {
  const { value, output } = await search({ query });
  expect(value).toMatchObject({ tools: [], calls: [], total: 0, complete: true });
  expect(value.message).toMatch(text);
  expect(output).toEqual({ content: [{ type: "text", text: value.message }], success: true });
});

test.each([
  [undefined, "takes an object such as"],
  [null, "was given null"],
  [["event"], "was given an array"],
  ["event", 'was given the string "event"'],
  [{}, "needs `query`"],
  [{ query: 5 }, "must be a string of search words; it was 5"],
  [{ query: " \n" }, "is empty"],
  [{ query: "x".repeat(2_001) }, "at most 2000"],
  [{ query: "x", limit: 0 }, "at least 1; it was 0"],
  [{ query: "x", limit: "3" }, 'it was the string "3"'],
  [{ query: "x", limit: Number.NaN }, "it was NaN"],
  [{ query: "x", limit: {} }, "it was an object"],
])("Bad arguments %j are told.", async (input, text) => {
  await expect(search(input)).rejects.toThrow(text);
});

test("In a step, a bad call is a failed output that the model reads, and a good one is answered.", async () => {
  const host = await createHost({ tools: TOOLS, mode: "direct", steps: { search: true }, pool: { processes: 1 } });
  onTestFinished(() => host.close());
  const step = await host.openSession().step();
  expect(step.specs.map(({ name }) => name)).toEqual(["tool_search"]);
  const empty = await step.call({ name: "tool_search", arguments: '{"query":""}' });
  expect(empty).toMatchObject({ success: false, content: [{ text: expect.stringContaining("is empty") as string }] });
  const zero = await step.call({ name: "tool_search", arguments: '{"query":"note","limit":0}' });
  expect(zero.success).toBe(false);
  expect(JSON.stringify(zero.content)).toContain("limit");
  const good = await step.call({ name: "tool_search", arguments: '{"query":"note"}' });
  expect(good.success).toBe(true);
});

test("A search tool is known as one, is parallel and can be called from scripts.", () => {
  const tool = createToolSearch({ deferred: () => TOOLS });
  expect([isToolSearch(tool), isToolSearch(TOOLS[0] ?? tool)]).toEqual([true, false]);
  expect(tool).toMatchObject({ name: "tool_search", namespace: "", kind: "function", exposure: "direct" });
  expect(tool.parallel({})).toBe(true);
});

test("The description names the deferred tools, whatever the order in which they came.", () => {
  const text = describeToolSearch(TOOLS);
  expect(text).toContain(
    "All 4 tools that can be found, by namespace:\nfunctions: note_count\nmcp__chat: drop_note, post_note\nmcp__wiki: read_note",
  );
  expect(describeToolSearch(TOOLS.toReversed())).toBe(text);
  expect(createToolSearch({ deferred: () => TOOLS }).spec.description).toBe(text);
});

test("The description says when its names are not all, and when there is nothing to be found.", () => {
  const many = Array.from({ length: 3_000 }, (_, index) => sampleTool({ namespace: "big", name: `tool_${index}` }));
  const text = describeToolSearch([...many, ...TOOLS]);
  expect(text).toMatch(
    /\d+ of the 3004 tools that can be found, by namespace; the others are found by searching only:/,
  );
  expect(text).toContain("mcp__chat: drop_note, post_note\n");
  expect(text.slice(text.indexOf("\n\n")).length).toBeLessThan(6_200);
  expect(describeToolSearch([])).toContain("there is no tool to be found");
  expect(createToolSearch({ deferred: () => many, nameTokens: 0 }).spec.description).toMatch(
    /3000 tools can be found\.$/,
  );
});
