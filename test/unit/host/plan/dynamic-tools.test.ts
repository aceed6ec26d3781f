import { describe, expect, test } from "vitest";
import { dynamicTools } from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import type {
  CallDynamicTool,
  DynamicAnswer,
  DynamicCall,
  DynamicDefinition,
} from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import { IsocellError } from "../../../../protocol/index.ts";
import type { CallContext, ToolExecutor, ToolResult } from "../../../../tools/index.ts";
import { specCases } from "../../tools/spec-cases.ts";
import { hosted, listedNames, plan, shown, tool } from "./stand-ins.ts";

interface Input {
  readonly dynamicTools?: readonly DynamicDefinition[] | string;
  readonly call?: string;
}
interface Expected {
  readonly listed?: readonly string[];
  readonly sentToClient?: readonly unknown[];
  readonly body?: unknown;
  readonly error?: { readonly message: string };
}
const cases = specCases<Input, Expected>("dynamic-cases.json");
const caseOf = (id: string): { input: Input; expected: Expected } => {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

const SCHEMA = { type: "object", properties: { q: { type: "string" } } };
const fn = (name: string, rest: object = {}): DynamicDefinition => ({
  type: "function",
  name,
  description: "",
  inputSchema: SCHEMA,
  ...rest,
});
const nobody: CallDynamicTool = () => Promise.resolve(null);
const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  callId: "call-1",
  source: { kind: "direct" },
  attempt: 1,
  unconfined: false,
  reportProgress: () => undefined,
};

/** A direct call: arguments as JSON text, as the pipeline does it. */
async function callWith(executor: ToolExecutor | undefined, json: string): Promise<ToolResult | string> {
  const parsed = executor?.parseArguments?.(json);
  if (executor === undefined || parsed === undefined) throw new Error("no such tool");
  return "problem" in parsed ? parsed.problem : executor.handle(parsed.input, CONTEXT);
}

/** What a model reads. */
function body(result: ToolResult | string): unknown {
  if (typeof result === "string") return result;
  const { content } = result.output;
  const [only] = content;
  if (content.length === 1 && only?.type === "text") return only.text;
  return content.map((item) => (item.type === "text" ? { type: "input_text", text: item.text } : item));
}

function refusal(definitions: unknown): { code: string; message: string; path: unknown } {
  try {
    dynamicTools(definitions as readonly DynamicDefinition[], nobody);
  } catch (error) {
    if (error instanceof IsocellError) return { code: error.code, message: error.message, path: error.data["path"] };
    throw error;
  }
  throw new Error("it was not refused");
}

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

describe("definitions", () => {
  const namespace = (rest: object): unknown[] => [
    { type: "namespace", name: "n", description: "", tools: [fn("a")], ...rest },
  ];

  test.each<[string, unknown, string, string]>([
    ["no list", {}, "dynamic tools must be a list", "dynamicTools"],
    ["a text", ["x"], "dynamic tool must be an object", "dynamicTools[0]"],
    ["another type", [{ type: "x" }], 'dynamic tool type must be "function" or "namespace"', "dynamicTools[0].type"],
    [
      "a name that is no text",
      [fn(5 as unknown as string)],
      "dynamic tool name must be a text",
      "dynamicTools[0].name",
    ],
    [
      "an empty namespace name",
      namespace({ name: "" }),
      "dynamic tool namespace must not be empty",
      "dynamicTools[0].name",
    ],
    [
      "a long namespace",
      namespace({ name: "n".repeat(65) }),
      `dynamic tool namespace must be at most 64 characters to match Responses API: ${"n".repeat(65)}`,
      "dynamicTools[0].name",
    ],
    [
      "the default namespace",
      namespace({ name: "functions" }),
      "dynamic tool namespace is reserved: functions",
      "dynamicTools[0].name",
    ],
    [
      "a namespace of the search",
      namespace({ name: "tool_search" }),
      "dynamic tool namespace is reserved: tool_search",
      "dynamicTools[0].name",
    ],
    [
      "no tools",
      namespace({ tools: [] }),
      "dynamic tool namespace must have at least one tool: n",
      "dynamicTools[0].tools",
    ],
    [
      "a namespace within one",
      namespace({ tools: namespace({}) }),
      'dynamic tool type must be "function"',
      "dynamicTools[0].tools[0].type",
    ],
    [
      "a tool twice in a namespace",
      namespace({ tools: [fn("a"), fn("a")] }),
      "duplicate dynamic tool name: n.a",
      "dynamicTools[0].tools[1].name",
    ],
    [
      "a namespace twice",
      [...namespace({}), ...namespace({})],
      "duplicate dynamic tool namespace: n",
      "dynamicTools[1].name",
    ],
    [
      "a reserved name in a namespace",
      namespace({ tools: [fn("mcp__a")] }),
      "dynamic tool name is reserved: mcp__a",
      "dynamicTools[0].tools[0].name",
    ],
    [
      "a description that is no text",
      [fn("a", { description: 5 })],
      "dynamic tool description must be a text",
      "dynamicTools[0].description",
    ],
    [
      "a switch that is none",
      namespace({ tools: [fn("a", { deferLoading: "yes" })] }),
      "dynamic tool deferLoading must be true or false: a",
      "dynamicTools[0].tools[0].deferLoading",
    ],
    [
      "no schema",
      [fn("a", { inputSchema: undefined })],
      "dynamic tool input schema is not supported for a: the schema must be a schema, but is of type undefined",
      "dynamicTools[0].inputSchema",
    ],
  ])("with %s are refused, saying what and where", (_, definitions, message, path) => {
    expect(refusal(definitions)).toEqual({ code: "invalid_tool", message, path });
  });

  test("at the limits are taken, and characters are counted as people do", () => {
    const taken = dynamicTools(
      [
        fn("x".repeat(128)),
        fn("n"),
        { type: "namespace", name: "n".repeat(64), description: "😀".repeat(1024), tools: [fn("n") as never] },
      ],
      nobody,
    );
    expect(taken.map(({ name, namespace: own }) => [name.length, own.length])).toEqual([
      [128, 0],
      [1, 0],
      [1, 64],
    ]);
  });

  test("with a schema that refers to itself or never ends are refused", () => {
    const cyclic: { [key: string]: unknown } = { type: "object" };
    cyclic["properties"] = { self: cyclic };
    let deep: unknown = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { items: deep };
    expect([refusal([fn("a", { inputSchema: cyclic })]), refusal([fn("b", { inputSchema: deep })])]).toEqual([
      {
        code: "invalid_tool",
        message: expect.stringContaining("not supported for a: it is nested deeper than 256") as string,
        path: "dynamicTools[0].inputSchema",
      },
      {
        code: "invalid_tool",
        message: expect.stringContaining("not supported for b: it is nested deeper than 256") as string,
        path: "dynamicTools[0].inputSchema",
      },
    ]);
  });

  test("that their owner changes afterwards change nothing", () => {
    const inputSchema = structuredClone(SCHEMA);
    const [made] = dynamicTools([fn("a", { inputSchema })], nobody);
    inputSchema.properties.q.type = "number";
    expect(made?.spec).toMatchObject({ inputSchema: SCHEMA });
  });

  test("with names of the host's own tools are taken here, and step back in the plan", () => {
    const dynamic = dynamicTools([fn("exec_command"), fn("apply_patch")], nobody);
    const builtIn = [tool("exec_command"), tool("apply_patch")];
    const made = plan({ sources: { builtIn, dynamic } });
    expect(builtIn.map(({ name }) => made.registry.get("", name))).toEqual(builtIn);
    expect(made.collisions).toEqual(["functions.exec_command", "functions.apply_patch"]);
  });
});

describe("calls", () => {
  const answering = (answer: unknown): ToolExecutor | undefined =>
    dynamicTools([fn("a")], () => Promise.resolve(answer as DynamicAnswer | null))[0];
  const run = (answer: unknown): Promise<ToolResult | string> => callWith(answering(answer), "{}");
  const image = (imageUrl: string): unknown => ({ success: true, contentItems: [{ type: "inputImage", imageUrl }] });
  const PNG =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  test("without arguments, or with such as the schema refuses, do not reach the client", async () => {
    const calls: DynamicCall[] = [];
    const [made] = dynamicTools([fn("a")], (call) => (calls.push(call), Promise.resolve(null)));
    const problems = [await callWith(made, ""), await callWith(made, " "), await callWith(made, '{"q":5}')];
    expect(problems.slice(0, 2)).toEqual(
      Array.from(
        { length: 2 },
        () => "failed to parse function arguments: EOF while parsing a value at line 1 column 0",
      ),
    );
    expect(problems[2]).toMatch(/q.*string/u);
    expect(calls).toEqual([]);
  });

  test("of a client that is gone say so", async () => {
    await expect(run(null)).rejects.toThrow("dynamic tool call was cancelled before receiving a response");
  });

  test("that the client rejects give its reason", async () => {
    const [made] = dynamicTools([fn("a")], () => Promise.reject(new Error("no network")));
    await expect(callWith(made, "{}")).rejects.toThrow("no network");
  });

  test("give a script a text for one text, and a list of items for all else", async () => {
    const text = { type: "inputText", text: "one" };
    const both = await run({
      success: true,
      contentItems: [text, { type: "inputImage", imageUrl: PNG, detail: "low" }],
    });
    const [one, none] = [
      await run({ success: true, contentItems: [text] }),
      await run({ success: true, contentItems: [] }),
    ];
    expect([one, none, both].map((result) => (typeof result === "string" ? result : result.value))).toEqual([
      "one",
      [],
      [
        { type: "input_text", text: "one" },
        { type: "input_image", image_url: PNG, detail: "low" },
      ],
    ]);
  });

  test("say for logs whether they succeeded", async () => {
    const [good, bad] = [
      await run({ success: true, contentItems: [] }),
      await run({ success: false, contentItems: [] }),
    ];
    expect([good, bad].map((result) => typeof result !== "string" && result.output.success)).toEqual([true, false]);
  });

  test.each<[string, string]>([
    ["nonsense", "it is no base64 data URL of an image"],
    ["data:text/plain;base64,AAAA", "it is no base64 data URL of an image"],
    ["data:image/png;base64,%%%", "its data is not base64"],
    ["data:image/png;base64,AAAAAAAA", "its data is no PNG, JPEG, GIF or WebP image"],
    ["data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB", "its data ends too early"],
    ["file:///etc/passwd", "it is no base64 data URL of an image"],
  ])("with a broken image (%s) say so in its place", async (url, problem) => {
    expect(body(await run(image(url)))).toBe(`[An image was left out: ${problem}.]`);
  });

  test("with an image hand it over", async () => {
    expect([body(await run(image(PNG))), body(await run(image("https://example.org/a.png")))]).toEqual([
      [{ type: "image", imageUrl: PNG, detail: "high" }],
      [{ type: "image", imageUrl: "https://example.org/a.png", detail: "high" }],
    ]);
  });

  test.each<[unknown, string]>([
    ["text", "`success` must be true or false"],
    [{ contentItems: [] }, "`success` must be true or false"],
    [{ success: true }, "`contentItems` must be a list"],
    [{ success: true, contentItems: [null] }, "`contentItems[0]` must be"],
    [{ success: true, contentItems: [{ type: "inputText", text: 5 }] }, "`contentItems[0]` must be"],
    [{ success: true, contentItems: Array.from({ length: 10_001 }, () => null) }, "more than 10000 items"],
  ])("with an answer of another shape fail, saying what is wrong", async (answer, problem) => {
    await expect(run(answer)).rejects.toThrow(problem);
  });
});
