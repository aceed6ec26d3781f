import { describe, expect, test } from "vitest";
import { dynamicTools, IsocellError } from "../../../host/index.ts";
import type { DynamicCall, DynamicDefinition, Step } from "../../../host/index.ts";
import { builtinHost, callWith, shownText } from "../../support/builtin-host.ts";
import { testHost } from "../../support/test-host.ts";
import { caseOf } from "../../unit/host/plan/dynamic-stage.ts";
import { agentTools, ALL_CALLBACKS, OWN } from "./built-in/list-steps.ts";

const definitions = caseOf("dynamic/listed").input.dynamicTools as readonly DynamicDefinition[];

async function stepWith(sent: DynamicCall[]): Promise<Step> {
  const answers: Readonly<Record<string, readonly string[]>> = { two_items: ["one", "two"], no_items: [] };
  const tools = dynamicTools(definitions, async (call) => {
    sent.push(call);
    const q = (call.arguments as { readonly q?: string }).q ?? "";
    const texts = answers[q] ?? [q === "failed" ? "dyn failed" : `ok ${JSON.stringify(call.arguments)}`];
    return { success: q !== "failed", contentItems: texts.map((text) => ({ type: "inputText", text })) };
  });
  const host = await testHost({ mode: "direct", steps: { search: true }, pool: { processes: 1 } });
  return host.openSession({ dynamicTools: tools }).step();
}

describe("A session's tools from outside", () => {
  test("are listed, and called with what the model gave, as in the reference: dynamic/listed", async () => {
    const { expected } = caseOf("dynamic/listed");
    const sent: DynamicCall[] = [];
    const step = await stepWith(sent);
    const listed = step.specs.map(({ namespace, name }) => (namespace === "" ? name : `${namespace}.${name}`));
    expect(listed.filter((name) => name !== "tool_search")).toEqual(expected.listed);
    await step.call(callWith("lookup", { q: "1" }));
    await step.call(callWith("lookup", { q: "2" }));
    for (const name of ["nt", "nd"]) await step.call({ namespace: "appns", name, arguments: "{}" });
    expect(sent.map(({ namespace, tool, arguments: given }) => ({ namespace, tool, arguments: given }))).toEqual(
      expected.sentToClient,
    );
  });

  test("are found where they are deferred, as in the reference: dynamic/search", async () => {
    const { tools } = caseOf("dynamic/search").expected as { readonly tools?: unknown };
    const output = await (await stepWith([])).call(callWith("tool_search", { query: "ns deferred" }));
    expect((JSON.parse(shownText(output)) as { readonly tools: unknown }).tools).toEqual(tools);
  });

  test.for([
    ["dynamic/ok", '{"q":"1"}'],
    ["dynamic/failed", '{"q":"failed"}'],
    ["dynamic/two_items", '{"q":"two_items"}'],
    ["dynamic/no_items", '{"q":"no_items"}'],
    ["dynamic/bad_json", "{broken"],
  ] as const)("answer as in the reference: %s", async ([id, json]) => {
    const { content } = await (await stepWith([])).call({ name: "lookup", arguments: json });
    const { body } = caseOf(id).expected;
    const texts = content.map((item) => (item.type === "text" ? item.text : item.type));
    const items = texts.map((text) => ({ type: "input_text", text }));
    expect(typeof body === "string" ? texts : items).toEqual(typeof body === "string" ? [body] : body);
  });

  test("are refused before a session begins, with the reason", () => {
    const twice = [definitions[0], definitions[0]] as DynamicDefinition[];
    expect(() => dynamicTools(twice, async () => null)).toThrow(IsocellError);
  });
});

test("Without an environment the tools that need one are listed, and say so: dynamic/no_environment", async () => {
  const { listed = [], output } = caseOf("dynamic/no_environment").expected as {
    readonly listed?: readonly string[];
    readonly output?: string;
  };
  const { getGoal, createGoal, updateGoal, requestUserInput } = ALL_CALLBACKS;
  const { host } = await builtinHost({
    builtins: { callbacks: { getGoal, createGoal, updateGoal, requestUserInput } },
    tools: agentTools(false, false),
    hosted: [{ type: "web_search" }],
    mode: "direct",
    steps: { search: true, identity: { kind: "main", managed: true, environment: false } },
  });
  const step = await host.openSession().step();
  expect(step.specs.map(({ name }) => name).filter((name) => !OWN.includes(name))).toEqual(listed);
  const calls = [
    callWith("exec_command", { cmd: "echo a" }),
    callWith("write_stdin", { session_id: 1 }),
    { name: "apply_patch", input: "*** Begin Patch\n*** Add File: a\n+a\n*** End Patch" },
    callWith("view_image", { path: "a" }),
    callWith("read_file", { path: "a" }),
  ];
  const texts = await Promise.all(calls.map(async (call) => shownText(await step.call(call))));
  expect(new Set(texts)).toEqual(new Set([output]));
});
