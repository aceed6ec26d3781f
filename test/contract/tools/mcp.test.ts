// Cases of the reference that need an MCP server: how long it is waited for, how it is configured, what its calls say.
import { describe, expect, test } from "vitest";
import type { McpServerConfig, Step, StepOutput } from "../../../host/index.ts";
import type { CommonServerConfig } from "../../../host/mcp/server-config.ts";
import type { Act } from "../../fixtures/mcp-server/hostile.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { testHost } from "../../support/test-host.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

/** Output as the reference sends it: one string, or a list. */
function bodyOf({ content }: StepOutput): unknown {
  const texts = content.map((item) =>
    item.type === "text" ? item.text.replace(/^Wall time: \d+\.\d{4} seconds/u, "Wall time: <t> seconds") : item.type,
  );
  return texts.length === 1 ? texts[0] : texts.map((text) => ({ type: "input_text", text }));
}

async function stepWith(config: McpServerConfig, name = "m"): Promise<Step> {
  const host = await testHost({ mcpServers: { [name]: config }, mode: "direct", pool: { processes: 1 } });
  return host.openSession().step();
}

describe("steps", () => {
  interface Input {
    readonly initDelayMs: number;
    readonly config: string;
  }
  interface Expected {
    readonly listedInStep1: boolean;
    readonly listedInStep2: boolean;
    readonly call: string;
  }

  test.each(specCases<Input, Expected>("steps-cases.json"))("$id", async ({ input, expected }) => {
    const tools = [{ name: "t", inputSchema: { type: "object" } }];
    const config = hostile({ initDelayMs: input.initDelayMs, tools });
    const required = input.config.includes("required = true");
    const host = await testHost({
      mcpServers: { late: { ...config, required } },
      // A busy machine may need longer than the usual second to start a process at all.
      ...(expected.listedInStep1 && !required ? { mcp: { graceMs: 20_000 } } : {}),
      mode: "direct",
      pool: { processes: 1 },
    });
    const session = host.openSession();
    const first = await session.step();
    const isListed = (step: Step): boolean => step.specs.some(({ namespace }) => namespace === "mcp__late");
    expect(isListed(first)).toBe(expected.listedInStep1);
    // A script that is submitted directly waits for all servers: the next step comes after that.
    await session.run("");
    const second = await session.step();
    expect(isListed(second)).toBe(expected.listedInStep2);
    // A step keeps what it had when the server came.
    expect(isListed(first)).toBe(expected.listedInStep1);
    const output = await second.call({ namespace: "mcp__late", name: "t", arguments: "{}" });
    const texts = output.content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
    expect(texts.replace(/\d+\.\d{4}/u, "<t>")).toBe(expected.call);
  });
});

describe("mcp_result/config", () => {
  interface Do {
    readonly sleepMs?: number;
    readonly exit?: number;
  }
  interface Input {
    readonly config?: string;
    readonly toml?: string;
    readonly spec?: {
      readonly initDelayMs?: number;
      readonly tools: readonly { readonly name: string; readonly do: Do }[];
    };
  }
  const cases = specCases<Input, { readonly body?: unknown; readonly message?: string }>("mcp-result-cases.json");
  const SETTINGS: Readonly<Record<string, CommonServerConfig>> = {
    "tool_timeout_sec = 0.5": { toolTimeoutSec: 0.5 },
    "startup_timeout_sec = 0.5": { startupTimeoutSec: 0.5 },
    "startup_timeout_sec = 0.5, required = true": { startupTimeoutSec: 0.5, required: true },
    'enabled_tools=["a","slow"]\ndisabled_tools=["slow"]': { enabledTools: ["a", "slow"], disabledTools: ["slow"] },
    "enabled = false": { enabled: false },
    "": {},
  };

  const called = cases.filter(({ input }) => input.config !== undefined && input.spec !== undefined);
  test.each(called)("$id", async ({ input, expected }) => {
    const { tools = [], initDelayMs = 0 } = input.spec ?? {};
    const settings = SETTINGS[input.config ?? ""];
    if (settings === undefined) throw new Error(`what is ${input.config}?`);
    const acts: Record<string, Act> = {};
    for (const { name, do: what } of tools) {
      const { sleepMs, exit } = what;
      acts[name] = exit !== undefined ? { exit } : sleepMs === undefined ? { echo: true } : { sleepMs };
    }
    const step = await stepWith({ ...hostile({ initDelayMs, tools, acts }), ...settings });
    expect(bodyOf(await step.call({ namespace: "mcp__m", name: "slow", arguments: "{}" }))).toEqual(expected.body);
  });

  test("mcp_result/config:required_server_fails", async () => {
    const settings = SETTINGS["startup_timeout_sec = 0.5, required = true"];
    // The reference's words are for people, as ours are: which server, and that its time was over.
    await expect(stepWith({ ...hostile({ initDelayMs: 3000 }), ...settings })).rejects.toMatchObject({
      code: "mcp_failed",
      message: expect.stringContaining(
        '"m" could not be started: no answer to initialize came within 0.5 s',
      ) as unknown,
    });
  });

  test("mcp_result/config_error:command_and_url", async () => {
    const both = { command: "x", url: "http://127.0.0.1:1/x" } as McpServerConfig;
    await expect(stepWith(both)).rejects.toThrow("mcpServers.m: url is not supported for stdio");
  });

  test("All are replayed, but for one about a key that only a configuration file has", () => {
    const ids = cases.filter(({ id }) => id.includes("config")).map(({ id }) => id);
    expect(called).toHaveLength(5);
    expect(ids.filter((id) => !called.some((one) => one.id === id))).toEqual([
      "mcp_result/config:required_server_fails",
      "mcp_result/config_error:command_and_url",
      "mcp_result/config_error:inline_bearer_token",
    ]);
  });
});

describe("small_tools/mcp_resource", () => {
  const cases = specCases<{ readonly name: string; readonly arguments: object }, { readonly body: string }>(
    "small-tools-cases.json",
  ).filter(({ id }) => id.startsWith("small_tools/mcp_resource:"));
  const capabilities = { tools: {}, resources: {} };
  const servers = {
    r: hostile({
      capabilities,
      resources: [{ name: "A", mimeType: "text/plain", uri: "file:///a.txt", description: "d" }],
      templates: [{ name: "tpl", uriTemplate: "file:///{p}" }],
      contents: {
        "file:///a.txt": [{ uri: "file:///a.txt", text: "AAA", mimeType: "text/plain" }],
        "mem://b": [{ uri: "mem://b", blob: "AAEC" }],
      },
    }),
    two: hostile({}),
  };

  test("All are answered as in the reference", async () => {
    const host = await testHost({ mcpServers: servers, mode: "direct", pool: { processes: 1 } });
    const step = await host.openSession().step();
    const answers = await Promise.all(
      cases.map(async ({ id, input }) => {
        const output = await step.call({ name: input.name, arguments: JSON.stringify(input.arguments) });
        return [id, bodyOf(output)] as const;
      }),
    );
    expect(answers).toEqual(cases.map(({ id, expected }) => [id, expected.body]));
    expect(cases.length).toBe(12);
    for (const nothing of ["", "null"]) {
      const output = await step.call({ name: "list_mcp_resource_templates", arguments: nothing });
      expect(bodyOf(output)).toContain('{"resourceTemplates":[{"server":"r"');
    }
  });
});

describe("code_mode with an MCP server", () => {
  interface Expected {
    readonly body: readonly { readonly text: string }[];
  }
  const cases = specCases<{ readonly exec?: string }, Expected>("tool-code-mode-cases.json").filter(({ input }) =>
    (input.exec ?? "").includes("mcp__odd"),
  );
  const odd = hostile({
    tools: ["bad", "echo", "rpcerr", "with-dash"].map((name) => ({ name, inputSchema: { type: "object" } })),
    acts: {
      bad: { result: { content: [{ type: "text", text: "tool failed" }], isError: true } },
      rpcerr: { error: { code: -32000, message: "rpc went wrong" } },
      echo: { echo: true },
    },
  });

  test("A script sees what the reference's sees", async () => {
    const host = await testHost({ mcpServers: { odd }, pool: { processes: 1 } });
    const session = host.openSession();
    const answers: unknown[] = [];
    for (const { id, input } of cases) {
      const { content } = await (await session.step()).call({ name: "exec", input: input.exec ?? "" });
      answers.push([id, content.slice(1).map((item) => (item.type === "text" ? item.text : item.type))]);
    }
    // On purpose: what a call rejects with is an error with a stack, not a string. Its text is the same.
    const withErrors = (text: string): string => text.replace('["string",', '["object",');
    expect(answers).toEqual(
      cases.map(({ id, expected }) => [id, expected.body.slice(1).map(({ text }) => withErrors(text))]),
    );
    expect(cases.length).toBeGreaterThanOrEqual(5);
  });
});
