import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import type { HostileOptions } from "../../fixtures/mcp-server/hostile.ts";
import { testHost } from "../../support/test-host.ts";
import { folder } from "../cli/isocell.ts";
import { hostile } from "../mcp/fixture.ts";
import { call, connectHttp, connectStreams, listen, texts } from "./clients.ts";

const MAIN = fileURLToPath(new URL("../../../host/cli/main.ts", import.meta.url));
const entry = (name: string): object => ({ name, inputSchema: { type: "object" } });

/** A client of `isocell serve` with one server behind it, and what it is told. */
async function clientOf(
  server: HostileOptions,
  { flags = [], mcp = {} }: { readonly flags?: readonly string[]; readonly mcp?: object } = {},
): Promise<{
  readonly client: Client;
  readonly changed: () => Promise<void>;
  readonly names: () => Promise<string[]>;
}> {
  const cwd = await folder({ "isocell.json": JSON.stringify({ mcpServers: { m: hostile(server) }, mcp }) });
  const client = new Client({ name: "test", version: "1" });
  let told: (() => void) | null = null;
  let count = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    count += 1;
    told?.();
  });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, "serve", ...flags], cwd, stderr: "ignore" }),
  );
  onTestFinished(() => client.close());
  return {
    client,
    changed: async () => {
      while (count === 0) await new Promise<void>((resolve) => (told = resolve));
      count = 0;
    },
    names: async () =>
      (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith("mcp__")),
  };
}

test("A server that changes its list: the client of isocell serve is told, and gets the new one.", async () => {
  const server: HostileOptions = {
    tools: [entry("change"), entry("old")],
    nextTools: [entry("change"), entry("new")],
    acts: { change: { change: true } },
  };
  const { client, changed, names } = await clientOf(server, { flags: ["--mode", "direct"] });
  expect(await names()).toEqual(["mcp__m__change", "mcp__m__old"]);
  await call(client, "mcp__m__change", {});
  await changed();
  expect(await names()).toEqual(["mcp__m__change", "mcp__m__new"]);
  expect(texts(await call(client, "mcp__m__new", { a: 1 })).at(-1)).toBe('{"a":1}');
  await expect(call(client, "mcp__m__old", {})).rejects.toMatchObject({ code: -32_602 });
});

test("Where exec is all there is, its description changes with the server's list.", async () => {
  const server: HostileOptions = {
    tools: [entry("change"), entry("old")],
    nextTools: [entry("change"), entry("new")],
    acts: { change: { change: true } },
  };
  const { client, changed } = await clientOf(server);
  const describe = async (): Promise<string> => {
    const { tools } = await client.listTools();
    return tools.find(({ name }) => name === "exec")?.description ?? "";
  };
  expect(await describe()).toContain("mcp__m__old");
  await call(client, "exec", { source: "await tools.mcp__m__change({})" });
  await changed();
  const description = await describe();
  expect(description).toContain("mcp__m__new");
  expect(description).not.toContain("mcp__m__old");
});

test("A slow optional server joins later: the client has its list without it first, and is told when it is there.", async () => {
  const initAfter = join(await folder(), "go");
  const { changed, names } = await clientOf(
    { tools: [entry("late")], initAfter },
    { flags: ["--mode", "direct"], mcp: { graceMs: 0 } },
  );
  expect(await names()).toEqual([]);
  writeFileSync(initAfter, "");
  await changed();
  expect(await names()).toEqual(["mcp__m__late"]);
});

const LOGGING: HostileOptions = {
  tools: [entry("log"), entry("odd"), entry("quiet")],
  acts: {
    log: { log: { level: "warning", logger: "disk", data: { free: 1 } } },
    odd: { log: { level: "info", data: "no logger" } },
    quiet: { log: { level: "debug", data: "not wanted" } },
  },
};

test("Messages of a server reach a client on streams, at its level and with their origin.", async () => {
  const host = await testHost({ mcpServers: { m: hostile(LOGGING) }, mode: "direct" });
  const { client } = await connectStreams(host);
  const messages: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void messages.push(params));
  await client.setLoggingLevel("info");
  for (const name of ["log", "quiet", "odd"]) await call(client, `mcp__m__${name}`, {});
  expect(messages).toEqual([
    { level: "warning", logger: "m/disk", data: '{"free":1}' },
    { level: "info", logger: "m", data: "no logger" },
  ]);
});

test("Over HTTP, where one client must not read of another's calls, they are not passed on.", async () => {
  const host = await testHost({ mcpServers: { m: hostile(LOGGING) }, mode: "direct" });
  const { client } = await connectHttp((await listen(host)).url);
  const messages: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void messages.push(params));
  await call(client, "mcp__m__log", {});
  await client.ping();
  expect(messages).toEqual([]);
});

const PROMPTS: HostileOptions = {
  capabilities: { tools: {}, prompts: {} },
  prompts: [
    { name: "greet:all", title: "Greet", arguments: [{ name: "who", required: true }], icons: "none" },
    { name: 3 },
  ],
};

test("Prompts of servers behind are passed on, with their server in front and what is no prompt left out.", async () => {
  const host = await testHost({ mcpServers: { m: hostile(PROMPTS), other: hostile({}) }, mode: "direct" });
  const { client } = await connectStreams(host);
  expect((await client.listPrompts()).prompts).toEqual([
    { name: "m:greet:all", title: "Greet", arguments: [{ name: "who", required: true }] },
  ]);
  expect(await client.getPrompt({ name: "m:greet:all", arguments: { who: "you" } })).toEqual({
    description: "greet:all",
    messages: [
      { role: "user", content: { type: "text", text: '{"who":"you"}' } },
      { role: "assistant", content: { type: "text", text: '{"type":"hologram"}' } },
    ],
  });
  await expect(client.getPrompt({ name: "greet" })).rejects.toMatchObject({ code: -32_602 });
  await expect(client.getPrompt({ name: "m:none" })).rejects.toThrow("prompt not found: none");
  const { client: plain } = await connectStreams(await testHost({ mode: "direct" }));
  expect(plain.getServerCapabilities()).not.toHaveProperty("prompts");
});

const resource = (uri: string, more: object = {}): object => ({ uri, name: uri, ...more });
const contents = (uri: string, text: unknown): Record<string, readonly unknown[]> => ({ [uri]: [{ uri, text }] });

const A: HostileOptions = {
  capabilities: { tools: {}, resources: {} },
  resources: [resource("x:both", { title: "of a" }), resource("x:a", { size: 3 }), { uri: "x:nameless" }, "none"],
  contents: { ...contents("x:both", "from a"), ...contents("x:a", "a"), ...contents("x:odd", 3) },
};
const B: HostileOptions = {
  capabilities: { tools: {}, resources: {} },
  resources: [resource("x:both"), resource("x:b")],
  templates: [{ uriTemplate: "x:at/{place}", name: "places" }, { name: "no pattern" }],
  contents: { ...contents("x:both", "from b"), ...contents("x:b", "b"), ...contents("x:at/home", "home") },
};

test("Resources of servers behind are passed on at their own addresses, and what is no resource is left out.", async () => {
  const mcpServers = { b: hostile(B), a: hostile(A), plain: hostile({}) };
  const { client } = await connectStreams(await testHost({ mcpServers, mode: "direct" }));
  const read = async (uri: string): Promise<unknown> => (await client.readResource({ uri })).contents;

  // Of a template, before any list was asked for.
  expect(await read("x:at/home")).toEqual([{ uri: "x:at/home", text: "home" }]);
  expect((await client.listResources()).resources).toEqual([
    { uri: "x:both", name: "x:both", title: "of a" },
    { uri: "x:a", name: "x:a", size: 3 },
    { uri: "x:b", name: "x:b" },
  ]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([
    { uriTemplate: "x:at/{place}", name: "places" },
  ]);
  expect(await Promise.all(["x:both", "x:a", "x:b"].map(read))).toEqual([
    [{ uri: "x:both", text: "from a" }],
    [{ uri: "x:a", text: "a" }],
    [{ uri: "x:b", text: "b" }],
  ]);
});

test("A resource that no server can read is an error that says what each of them said.", async () => {
  const mcpServers = { a: hostile(A), b: hostile(B) };
  const { client } = await connectStreams(await testHost({ mcpServers, mode: "direct" }));
  const failure = await client.readResource({ uri: "x:odd" }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: -32_002, data: { uri: "x:odd" } });
  expect((failure as Error).message).toContain('No server can read the resource "x:odd":');
  expect((failure as Error).message).toContain("\n- the server a answered with what is no contents of a resource");
  expect((failure as Error).message).toMatch(/\n- .*failed for `b` \(x:odd\): .*resource not found: x:odd/u);
});

test("Where no server is behind, no resources are announced.", async () => {
  const { client } = await connectStreams(await testHost({ mode: "direct" }));
  expect(client.getServerCapabilities()).not.toHaveProperty("resources");
});
