import { describe, expect, test } from "vitest";
import { dynamicTools } from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import type {
  DynamicAnswer,
  DynamicCall,
  DynamicDefinition,
} from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { hosted, listedNames, plan, shown, tool } from "./stand-ins.ts";
import { cases, caseOf, fn, CONTEXT, callWith, body, refusal } from "./dynamic-stage.ts";

describe("the reference's cases", () => {
  const { input, expected } = caseOf("dynamic/listed");
  const definitions = input.dynamicTools as readonly DynamicDefinition[];
  const sent: DynamicCall[] = [];
  const answers: Readonly<Record<string, (call: DynamicCall) => DynamicAnswer>> = {
    ok: ({ arguments: q }) => ({
      success: true,
      contentItems: [{ type: "inputText", text: `ok ${JSON.stringify(q)}` }],
    }),
    failed: () => ({ success: false, contentItems: [{ type: "inputText", text: "dyn failed" }] }),
    two_items: () => ({ success: true, contentItems: ["one", "two"].map((text) => ({ type: "inputText", text })) }),
    no_items: () => ({ success: true, contentItems: [] }),
  };
  const toolsThat = (answer: string): readonly ToolExecutor[] =>
    dynamicTools(definitions, (call) => {
      sent.push(call);
      return Promise.resolve(answers[answer]?.(call) ?? null);
    });

  test("dynamic/listed", async () => {
    const dynamic = toolsThat("ok");
    const made = plan({ mode: "direct", sources: { dynamic } });
    expect(listedNames(made).filter((name) => name !== "tool_search")).toEqual(expected.listed);
    sent.length = 0;
    for (const [namespace, name, json] of [
      ["", "lookup", '{"q":"1"}'],
      ["", "lookup", '{"q":"2"}'],
      ["appns", "nt", "{}"],
      ["appns", "nd", "{}"],
    ] as const) {
      await callWith(made.registry.get(namespace, name), json);
    }
    expect(
      sent.map(({ namespace, tool: name, arguments: given }) => ({ namespace, tool: name, arguments: given })),
    ).toEqual(expected.sentToClient);
    expect(sent.map(({ callId, signal }) => [callId, signal])).toEqual(sent.map(() => ["call-1", CONTEXT.signal]));
  });

  // The form of the search's answer is the search's; here: what it finds, and what that says of its namespace.
  test("dynamic/search", () => {
    const { deferred, namespaces } = plan({ sources: { dynamic: toolsThat("ok") } });
    expect(deferred.map(shown)).toEqual(["appns.nd"]);
    expect(deferred[0]?.search?.source).toBe("Dynamic tools");
    expect([deferred[0]?.spec.description, namespaces.get("appns")]).toEqual(["ns deferred", "App ns"]);
  });

  const calls = cases.filter(({ id, input: { call } }) => call !== undefined && id !== "dynamic/search");
  test.each(calls)("$id", async ({ input: { call = "" }, expected: wanted }) => {
    const [lookup] = toolsThat(call);
    expect(body(await callWith(lookup, call === "bad_json" ? "{broken" : '{"q":"1"}'))).toEqual(wanted.body);
  });

  const REJECTED: Readonly<Record<string, { readonly definitions: readonly unknown[]; readonly path: string }>> = {
    duplicate: { definitions: [fn("a"), fn("a")], path: "dynamicTools[1].name" },
    bad_chars: { definitions: [fn("a b")], path: "dynamicTools[0].name" },
    empty_name: { definitions: [fn("")], path: "dynamicTools[0].name" },
    name_129: { definitions: [fn("x".repeat(129))], path: "dynamicTools[0].name" },
    mcp_prefix: { definitions: [fn("mcp__x")], path: "dynamicTools[0].name" },
    mcp_namespace: {
      definitions: [{ type: "namespace", name: "mcp__x", description: "", tools: [fn("a")] }],
      path: "dynamicTools[0].name",
    },
    namespace_description_1025: {
      definitions: [{ type: "namespace", name: "n", description: "x".repeat(1025), tools: [fn("a")] }],
      path: "dynamicTools[0].description",
    },
    broken_schema: {
      definitions: [fn("a", { inputSchema: { properties: { q: 5 } } })],
      path: "dynamicTools[0].inputSchema",
    },
    deferred_without_namespace: {
      definitions: [fn("a", { deferLoading: true })],
      path: "dynamicTools[0].deferLoading",
    },
  };
  /** What follows the tool's name is in our words, which say where in the schema. */
  const OUR_WORDS: Readonly<Record<string, string>> = {
    "dynamic/rejected:broken_schema":
      "dynamic tool input schema is not supported for a: `properties.q` must be a schema, but is of type number",
  };

  const rejected = cases.filter(({ id }) => id.includes("rejected"));
  test.each(rejected)("$id", ({ id, input: { dynamicTools: label }, expected: { error } }) => {
    const { definitions: given, path } = REJECTED[typeof label === "string" ? label : ""] ?? {
      definitions: [],
      path: "",
    };
    const found = refusal(given);
    // The reference's texts are recorded up to their 120th character.
    expect({ ...found, message: found.message.slice(0, 120) }).toEqual({
      code: "invalid_tool",
      message: (OUR_WORDS[id] ?? error?.message)?.slice(0, 120),
      path,
    });
  });

  test("dynamic/no_environment", () => {
    const builtIn = ["view_image", "apply_patch", "request_user_input", "write_stdin", "exec_command"].map((name) =>
      tool(name),
    );
    const collaboration = tool("spawn_agent", "multi_agent_v1", "deferred");
    const goals = { name: "goals", executors: ["get_goal", "create_goal", "update_goal"].map((name) => tool(name)) };
    const made = plan({
      mode: "direct",
      identity: { kind: "main", managed: true, environment: false },
      sources: { builtIn: [...builtIn, collaboration], extensions: [goals], hosted: [hosted("web_search")] },
    });
    expect(listedNames(made)).toEqual(caseOf("dynamic/no_environment").expected.listed);
  });

  test("All cases were asked", () => {
    expect([cases.length, calls.length, rejected.length]).toEqual([17, 5, 9]);
  });
});
