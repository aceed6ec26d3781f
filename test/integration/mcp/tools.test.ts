import { expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import { TOOLS } from "../../fixtures/mcp-server/tools.ts";
import { call, connect, fixture, textOf } from "./fixture.ts";

test("All pages of tools become executors with the server's descriptions and schemas.", async () => {
  const { executors, close } = await connect({ fix: fixture() });
  try {
    expect(executors.map(({ name }) => name)).toEqual([
      "audio",
      "big",
      "cancelled",
      "crash",
      "echo",
      "fail",
      "get_env_6efbc87aefc6",
      "get_env_7a049de07921",
      "image",
      "slow",
      "spawn",
      "structured",
      "throw",
    ]);
    const echo = executors.find(({ name }) => name === "echo");
    const { parseArguments, failedOutput, handle } = echo ?? {};
    const kinds = [parseArguments, failedOutput, handle].map((part) => typeof part);
    expect(kinds).toEqual(["function", "function", "function"]);
    expect({ ...echo, parallel: echo?.parallel({}) }).toMatchObject({
      name: "echo",
      namespace: "mcp__fix",
      kind: "function",
      exposure: "direct",
      parallel: true,
      annotations: expect.objectContaining({ readOnlyHint: true }) as unknown,
      approval: { owner: "fix" },
      search: { source: "fix", keywords: ["echo"] },
      spec: {
        type: "function",
        namespace: "mcp__fix",
        name: "echo",
        description: "Gives back its text.",
        inputSchema: expect.objectContaining({ type: "object", required: ["text"] }) as unknown,
        argumentsSchema: TOOLS[0]?.inputSchema,
        outputSchema: expect.objectContaining({ required: ["content"] }) as unknown,
      },
    });
    // In the order in which the server sent them.
    expect(JSON.stringify(echo?.spec)).toContain(JSON.stringify(TOOLS[0]?.inputSchema));
    expect(JSON.stringify(executors.find(({ name }) => name === "structured")?.spec)).toContain(
      JSON.stringify(TOOLS[5]?.outputSchema),
    );
  } finally {
    await close();
  }
});

test("Only tools that say they change nothing may run beside others.", async () => {
  const { executors, close } = await connect({ fix: fixture() });
  try {
    const parallel = executors
      .filter((executor) => executor.parallel({}))
      .map(({ name }) => name.replace(/_\w{12}$/, ""));
    expect(parallel).toEqual(["audio", "big", "echo", "get_env", "image", "slow", "structured"]);
  } finally {
    await close();
  }
});

test("Servers whose names read alike keep their own tools.", async () => {
  const servers = {
    "a-b": { ...fixture(), env: { WHO: "a-b" } },
    a_b: { ...fixture(), env: { WHO: "a_b" } },
    B: { ...fixture(), env: { WHO: "B" } },
  };
  const { executors, close } = await connect(servers);
  try {
    const found = new Map<string, unknown>();
    for (const executor of executors.filter(({ spec }) => spec.description.includes("environment"))) {
      const text = textOf(await call([executor], executor.name));
      found.set(executor.namespace, (JSON.parse(text) as { env: { WHO: string } }).env.WHO);
    }
    expect(found).toEqual(
      new Map([
        ["mcp__B", "B"],
        ["mcp__a_b_e0598e406614", "a-b"],
        ["mcp__a_b_909e3df97957", "a_b"],
      ]),
    );
  } finally {
    await close();
  }
});

test("A server gets the safe variables and those of its configuration, and runs in its folder.", async () => {
  process.env["ISOCELL_TEST_SECRET"] = "not for servers";
  const { executors, close } = await connect({ fix: { ...fixture(), env: { GIVEN: "yes" }, cwd: "/tmp" } });
  try {
    const tool = executors.find(({ spec }) => spec.description.includes("environment"));
    const { env, cwd } = JSON.parse(textOf(await call(executors, tool?.name ?? ""))) as {
      env: Record<string, string>;
      cwd: string;
    };
    expect(cwd).toBe("/tmp");
    expect(env).toMatchObject({ GIVEN: "yes", PATH: process.env["PATH"] });
    expect(
      Object.keys(env).filter((key) => !["GIVEN", "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"].includes(key)),
    ).toEqual([]);
  } finally {
    delete process.env["ISOCELL_TEST_SECRET"];
    await close();
  }
});

test("Without servers there are no executors.", async () => {
  const { executors, close } = await connect({});
  await close();
  expect(executors).toEqual([]);
});

test("A server name with other characters is refused, before anything starts.", async () => {
  await expect(createHost({ mcpServers: { "my server": fixture() } })).rejects.toMatchObject({
    code: "invalid_options",
    message: expect.stringContaining('"my server"') as unknown,
  });
});

test("A server's tools are kept from where its configuration says.", async () => {
  const options = { mcpServers: { fix: { ...fixture(), omitToolsFrom: ["code_mode"] as const } } };
  const host = await createHost({ ...options, pool: { processes: 1 } });
  try {
    const session = host.openSession();
    const step = await session.step();
    expect(step.specs.some(({ name }) => name === "echo")).toBe(true);
    const nested = (await host.listNestedTools()).map(({ name }) => name);
    expect(nested).toEqual(["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"]);
    const outcome = await session.run("text(Object.keys(tools).length)");
    expect(outcome.content).toEqual([{ type: "text", text: "3" }]);
  } finally {
    await host.close();
  }
});
