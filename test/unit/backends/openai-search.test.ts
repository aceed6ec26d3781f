import type { OpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { forResponses } from "../../../host/backends/openai/index.ts";
import { echo } from "../../support/test-host.ts";
import { deferred, stage } from "./stage.ts";

type OutputItem = OpenAI.Responses.ResponseOutputItem;

const searching = { tools: [echo, deferred], steps: { search: true } };

function search(id: string, given: unknown, execution: "client" | "server" = "client"): OutputItem {
  return { type: "tool_search_call", id: `i-${id}`, call_id: id, execution, status: "completed", arguments: given };
}

describe("A search for tools by the model", () => {
  test("is answered with definitions under names that the API takes, and a call of one reaches the tool", async () => {
    const { step } = await stage(searching);
    const isocell = forResponses(step);
    expect(isocell.tools.map(({ type }) => type)).toContain("tool_search");
    const [found] = await isocell.answer([search("a", { query: "letter" })]);
    if (found?.type !== "tool_search_output") throw new Error(`not an answer of a search: ${JSON.stringify(found)}`);
    const { tools, ...rest } = found;
    expect(rest).toEqual({ type: "tool_search_output", call_id: "a", execution: "client", status: "completed" });
    const [namespace] = tools;
    if (namespace?.type !== "namespace") throw new Error("no namespace was found");
    const [tool] = namespace.tools;
    expect([namespace.name, namespace.tools.length, tool]).toMatchObject(["post", 1, { defer_loading: true }]);
    expect(tool?.name).toMatch(/^[a-zA-Z0-9_-]+$/u);
    const called = await isocell.answer([
      { type: "function_call", call_id: "b", namespace: "post", name: tool?.name ?? "", arguments: "{}" },
    ]);
    expect(called).toEqual([{ type: "function_call_output", call_id: "b", output: "sent" }]);
  });

  test("that finds nothing, or is asked wrongly, says why in a message", async () => {
    const { step } = await stage(searching);
    const answers = await forResponses(step).answer([search("a", { query: "zebra" }), search("b", { query: 5 })]);
    expect(answers).toMatchObject([
      { type: "tool_search_output", call_id: "a", tools: [] },
      { type: "tool_search_output", call_id: "b", tools: [] },
      { type: "message", role: "developer" },
      { type: "message", role: "developer" },
    ]);
    expect(JSON.stringify(answers[3])).toContain("query");
  });

  test("that the API makes itself is left to it", async () => {
    const { step } = await stage(searching);
    expect(await forResponses(step).answer([search("a", { query: "letter" }, "server")])).toEqual([]);
  });
});
