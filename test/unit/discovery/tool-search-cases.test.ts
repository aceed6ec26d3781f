import { describe, expect, test } from "vitest";
import { createToolSearch } from "../../../host/discovery/tool-search.ts";
import type { ScriptSearchAnswer } from "../../../host/discovery/tool-search.ts";
import type { CallContext, ToolExecutor } from "../../../tools/index.ts";
import { specCases } from "../tools/spec-cases.ts";
import { sampleTool } from "./sample-tools.ts";

interface Expected {
  readonly count?: number;
  readonly tools?: readonly unknown[];
  readonly unordered?: readonly string[];
}

const OBJECT = { type: "object", properties: {} };
const CAL = { namespace: "mcp__cal", namespaceDescription: "Calendar instructions here." };
const AGENTS: Readonly<Record<string, string>> = {
  close_agent: "Ends a sub-agent and all it started.",
  resume_agent: "Lets a closed sub-agent go on.",
  send_input: "Send a message to a sub-agent that runs, so that it reads it next or at once where it should stop.",
  spawn_agent: "Starts a sub-agent for a task of its own.",
  wait_agent: "Waits until one of the sub-agents has ended.",
};

/** The tools of the cases: two servers, as far as the cases tell, and the deferred tools of a namespace of agents. */
const TOOLS: readonly ToolExecutor[] = [
  {
    ...CAL,
    name: "create_event",
    description: "Create a calendar event",
    inputSchema: { type: "object", properties: { title: { type: "string" }, start: { type: "string" } } },
  },
  {
    ...CAL,
    name: "delete_event",
    description: "Delete an event for good, without a way back",
    inputSchema: { type: "object", properties: { eventIdentifier: { type: "string" } } },
  },
  { ...CAL, name: "list_events", description: "List upcoming events", inputSchema: OBJECT },
  ...Array.from({ length: 12 }, (_, index) => ({
    namespace: "mcp__mail",
    name: `bulk_${index}`,
    description: "Bulk tool for a widget",
  })),
  { namespace: "mcp__mail", name: "search_mail", description: "Search emails" },
  { namespace: "mcp__mail", name: "send_mail", description: "Send an email to somebody" },
  ...Object.entries(AGENTS).map(([name, description]) => ({ namespace: "multi_agent_v1", name, description })),
].map(sampleTool);

const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  callId: "c",
  source: { kind: "direct" },
  attempt: 1,
  unconfined: false,
  reportProgress: () => undefined,
};

async function search(input: unknown): Promise<ScriptSearchAnswer> {
  const { value } = await createToolSearch({ deferred: () => TOOLS }).handle(input, CONTEXT);
  return value as ScriptSearchAnswer;
}

/** `namespace.name` in rank order. */
function ranked(answer: ScriptSearchAnswer): string[] {
  return answer.calls.map(({ namespace, name }) => `${namespace}.${name}`);
}

/** Differences on purpose: what is answered instead, and why it is better. */
const DIFFERENCES: Readonly<Record<string, { readonly answer: readonly string[] | RegExp; readonly why: string }>> = {
  "tool_search/query:mcp__cal": {
    answer: ["mcp__cal.list_events", "mcp__cal.create_event", "mcp__cal.delete_event"],
    why: "identifiers are split, and a namespace is one: whoever knows a server's name finds its tools",
  },
  "tool_search/bad:empty": { answer: /`query` of tool_search is empty/, why: "errors are told" },
  "tool_search/bad:limit_zero": { answer: /at least 1; it was 0/, why: "errors are told" },
  "tool_search/bad:limit_negative": { answer: /at least 1; it was -1/, why: "errors are told" },
  "tool_search/bad:limit_fraction": { answer: /whole number of at least 1; it was 1\.5/, why: "errors are told" },
  "tool_search/bad:query_number": { answer: /must be a string of search words; it was 5/, why: "errors are told" },
  "tool_search/bad:no_query": { answer: /needs `query`/, why: "errors are told" },
  "tool_search/bad:string_args": { answer: /takes an object .* given the string "event"/, why: "errors are told" },
};

/** Whole items of the model API are made by whoever sends them; here their `tools` are compared. */
const CASES = specCases<unknown, Expected>("tool-search-cases.json");

describe("The reference's searches", () => {
  test("All cases are here, and each difference is one of them.", () => {
    const ids = CASES.map(({ id }) => id);
    expect(ids.length).toBe(21);
    expect(Object.keys(DIFFERENCES).filter((id) => !ids.includes(id))).toEqual([]);
  });

  const same = CASES.filter(({ id }) => DIFFERENCES[id] === undefined);
  test.each(same.map((one) => [one.id, one] as const))("%s", async (id, { input, expected }) => {
    const answer = await search(input);
    if (id === "tool_search/output_shape") {
      expect(answer.tools).toEqual(expected.tools);
      expect(JSON.stringify(answer.tools)).toBe(JSON.stringify(expected.tools));
      return;
    }
    const names = ranked(answer);
    expect(names.length).toBe(expected.count);
    // Where the reference's order varies from run to run, ours is that of the list.
    if (expected.unordered !== undefined) expect(names.toSorted()).toEqual(expected.unordered.toSorted());
    if (expected.tools !== undefined) expect(names).toEqual(expected.tools);
    expect(ranked(await search(input))).toEqual(names);
  });

  test.each(Object.entries(DIFFERENCES))("%s differs on purpose.", async (id, { answer }) => {
    const input = CASES.find((one) => one.id === id)?.input;
    if (answer instanceof RegExp) await expect(search(input)).rejects.toThrow(answer);
    else expect(ranked(await search(input))).toEqual(answer);
  });

  test("Equal scores come in the order of the list, across the limit, too.", async () => {
    const bulk = TOOLS.map(({ namespace, name }) => `${namespace}.${name}`).filter((name) => name.includes("bulk"));
    expect(ranked(await search({ query: "widget", limit: 3 }))).toEqual(bulk.slice(0, 3));
    expect(ranked(await search({ query: "widget", limit: 100 }))).toEqual(bulk);
  });
});
