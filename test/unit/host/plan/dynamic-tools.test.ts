import { describe, expect, test } from "vitest";
import { dynamicTools } from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import type { DynamicAnswer, DynamicCall } from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import type { ToolExecutor, ToolResult } from "../../../../tools/index.ts";
import { plan, tool } from "./stand-ins.ts";
import { SCHEMA, fn, nobody, callWith, body, refusal } from "./dynamic-stage.ts";

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
