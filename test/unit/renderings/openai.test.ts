import type { Responses } from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import { groupSpecs, normalizeToolSchema, toOpenAiLiteTools, toOpenAiTools } from "../../../tools/index.ts";
import { specCases } from "../tools/spec-cases.ts";
import { everyForm, functionTool, patch } from "./sample-specs.ts";

/** Fails to compile where the API's own types differ. */
function requestWith(specs: typeof everyForm): Responses.ResponseCreateParams {
  const { tools, request } = toOpenAiTools(specs);
  return { model: "m", input: "hello", tools, ...request };
}
function liteRequestWith(specs: typeof everyForm): Responses.ResponseCreateParams {
  const { item, request } = toOpenAiLiteTools(specs);
  return { model: "m", input: [item, { role: "user", content: "hello" }], ...request };
}

const parameters = '{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}';
const read = `{"type":"function","name":"read","description":"Does read.","strict":false,"parameters":${parameters}}`;
const write = `{"type":"function","name":"write","description":"","strict":false,"parameters":${parameters}}`;
const freeform =
  '{"type":"custom","name":"patch","description":"Edits files.",' +
  '"format":{"type":"grammar","syntax":"lark","definition":"start: \\"x\\""}}';
const calendar =
  '{"type":"namespace","name":"mcp__cal","description":"A calendar.","tools":[' +
  `{"type":"function","name":"add","description":"Does add.","strict":false,"parameters":${parameters}},` +
  '{"type":"custom","name":"draw","description":"Edits files.",' +
  '"format":{"type":"grammar","syntax":"regex","definition":"a+"}},' +
  `{"type":"function","name":"list","description":"Does list.","strict":false,"parameters":${parameters}}]}`;
const search =
  '{"type":"tool_search","execution":"client","description":"Finds tools.",' +
  '"parameters":{"type":"object","properties":{"query":{"type":"string"}}}}';

describe("For the Responses API", () => {
  test("every form has its keys in the order in which they are sent", () => {
    const hosted =
      '{"type":"web_search","external_web_access":false,"filters":{"allowed_domains":["example.com"]},' +
      '"user_location":{"type":"approximate","country":"DE","city":"Berlin"},"search_context_size":"low"},' +
      '{"type":"image_generation","output_format":"png"}';
    expect(JSON.stringify(requestWith(everyForm).tools)).toBe(
      `[${[read, calendar, freeform, write, search, hosted].join(",")}]`,
    );
    expect(requestWith([])).toEqual({
      model: "m",
      input: "hello",
      tools: [],
      tool_choice: "auto",
      parallel_tool_calls: true,
    });
  });

  test("a list for lighter models is an input item: default tools in one namespace, in their order, none hosted", () => {
    const functions = `{"type":"namespace","name":"functions","description":"","tools":[${read},${freeform},${write}]}`;
    expect(JSON.stringify(liteRequestWith(everyForm))).toBe(
      '{"model":"m","input":[{"type":"additional_tools","role":"developer","tools":[' +
        `${functions},${calendar},${search}]},{"role":"user","content":"hello"}],` +
        '"tool_choice":"auto","parallel_tool_calls":false}',
    );
    expect(toOpenAiLiteTools([]).item.tools).toEqual([]);
  });

  test("a schema that is no object becomes one that takes anything, and every other one stays as it is", () => {
    const given = [true, false, { anyOf: [{ type: "object" }] }];
    const { tools } = toOpenAiTools(given.map((inputSchema, index) => functionTool("", `t${index}`, { inputSchema })));
    const anything = { type: "object", properties: {} };
    expect(tools.map((tool) => tool.type === "function" && tool.parameters)).toEqual([anything, anything, given[2]]);
  });

  test("a free text without a grammar has no format, a hosted tool without settings only its type", () => {
    const { tools } = toOpenAiTools([
      { type: "custom", namespace: "", name: "note", description: "Notes." },
      { type: "web_search", filters: {} },
      { type: "image_generation" },
    ]);
    expect(tools).toEqual([
      { type: "custom", name: "note", description: "Notes." },
      { type: "web_search", filters: {} },
      { type: "image_generation" },
    ]);
  });

  test("names that the API would refuse are replaced, without meeting, and lead back", () => {
    const long = "l".repeat(200);
    const names = ["a.b", "a/b", "a_b", long, ""];
    const { specs } = groupSpecs([...names, ...names].map((name, index) => functionTool(index < 5 ? "" : "n.s", name)));
    const { tools, resolve } = toOpenAiTools(specs);
    const called = tools.flatMap((tool) => {
      if (tool.type === "namespace") return tool.tools.map(({ name }) => ({ namespace: tool.name, name }));
      return tool.type === "function" ? [{ name: tool.name }] : [];
    });
    expect(called.every(({ name }) => /^[a-zA-Z0-9_-]{1,128}$/.test(name))).toBe(true);
    expect(called.filter(({ name }) => name === "a_b")).toHaveLength(2);
    const found = called.map((call) => resolve({ type: "function_call", call_id: "c", arguments: "{}", ...call }));
    const expected = (namespace: string, all: readonly string[]): unknown[] =>
      all.map((name) => ({ callId: "c", namespace, name, arguments: "{}" }));
    expect(found).toEqual([...expected("", names), ...expected("n.s", names.toSorted())]);
  });

  test("a tool outside its namespace is refused with what to do", () => {
    expect(() => toOpenAiTools([functionTool("n", "t")])).toThrow(
      expect.objectContaining({
        code: "invalid_tool",
        message: "The tool `t` stands outside its namespace `n`; pass the list through `groupSpecs` first",
        data: { tool: "t", namespace: "n" },
      }),
    );
  });
});

describe("A call in a response", () => {
  const { resolve } = toOpenAiTools(everyForm);

  test("is found with its namespace, the default one under both its names, and with names never shown", () => {
    const call: Responses.ResponseFunctionToolCall = {
      type: "function_call",
      call_id: "c1",
      name: "list",
      namespace: "mcp__cal",
      arguments: '{"q": 1',
    };
    const free: Responses.ResponseCustomToolCall = {
      type: "custom_tool_call",
      call_id: "c2",
      name: "patch",
      namespace: "functions",
      input: "x",
    };
    const found: Responses.ResponseToolSearchCall = {
      type: "tool_search_call",
      id: "i",
      call_id: "c3",
      execution: "client",
      status: "completed",
      arguments: { query: "q" },
    };
    expect([call, free, found, { ...call, namespace: "x", name: "none" }].map(resolve)).toEqual([
      { callId: "c1", namespace: "mcp__cal", name: "list", arguments: '{"q": 1' },
      { callId: "c2", namespace: "", name: "patch", input: "x" },
      { callId: "c3", namespace: "", name: "tool_search", arguments: '{"query":"q"}' },
      { callId: "c1", namespace: "x", name: "none", arguments: '{"q": 1' },
    ]);
    expect(toOpenAiLiteTools(everyForm).resolve(free)).toEqual(resolve(free));
  });

  test.each<[string, unknown]>([
    ["a message", { type: "message", call_id: "c" }],
    ["a search that the server makes", { type: "tool_search_call", call_id: "c", execution: "server", arguments: {} }],
    ["a call without arguments", { type: "function_call", call_id: "c", name: "read" }],
    ["a call without an id", { type: "function_call", name: "read", arguments: "{}" }],
    ["a call of no name", { type: "function_call", call_id: "c", name: 5, arguments: "{}" }],
    ["a custom call with arguments", { type: "custom_tool_call", call_id: "c", name: "patch", arguments: "{}" }],
    ["null", null],
    ["a list", []],
  ])("is not found in %s", (_, item) => {
    expect(resolve(item)).toBeNull();
  });
});

interface SearchOutput {
  readonly type?: string;
  readonly tools?: unknown;
}

test("A tool found by a search is shown as the reference shows it", () => {
  const wanted = specCases<unknown, SearchOutput>("tool-search-cases.json").find(({ id }) =>
    id.endsWith("output_shape"),
  );
  const schema = normalizeToolSchema({ type: "object", properties: {} });
  const found = functionTool("mcp__cal", "list_events", {
    description: "List upcoming events",
    namespaceDescription: "Calendar instructions here.",
    inputSchema: "schema" in schema ? schema.schema : false,
  });
  const { tools } = toOpenAiTools(groupSpecs([found]).specs, { deferLoading: true });
  expect(JSON.stringify(tools)).toBe(JSON.stringify(wanted?.expected.tools));
  expect(toOpenAiTools([patch], { deferLoading: true }).tools).toEqual(toOpenAiTools([patch]).tools);
});
