// Servers of the protocol's own project: each tool of each, called directly and from a script.
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Elicitation, Elicited, Host, HostEvent, Session, StdioServerConfig, Step } from "../../../host/index.ts";
import { childPids } from "./fixture.ts";

const require = createRequire(import.meta.url);

function installed(name: string, ...args: string[]): StdioServerConfig {
  const file = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const { bin } = require(file) as { readonly bin: Readonly<Record<string, string>> };
  const [entry = ""] = Object.values(bin);
  return { command: process.execPath, args: [join(dirname(file), entry), ...args] };
}

/** Fills a form as somebody would: every field that has to be, with what it takes. */
function fillIn(request: Elicitation): Elicited {
  if (request.kind === "url") return { action: "accept" };
  const content = request.fields.map((field) => {
    if (field.kind === "choice") return [field.name, field.options[0]?.value ?? ""];
    if (field.kind === "choices") return [field.name, [field.options[0]?.value ?? ""]];
    if (field.kind === "boolean") return [field.name, true];
    if (field.kind !== "string") return [field.name, field.default ?? field.minimum ?? 1];
    const samples = {
      email: "a@example.com",
      uri: "https://example.com",
      date: "2026-01-31",
      "date-time": "2026-01-31T10:00:00Z",
    };
    return [field.name, field.format === undefined ? "Ann Example" : samples[field.format]];
  });
  return { action: "accept", content: Object.fromEntries(content) as NonNullable<Elicited["content"]> };
}

let host: Host;
let session: Session;
let step: Step;
let folder: string;
const asked: Elicitation[] = [];
const events: HostEvent[] = [];

beforeAll(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), "isocell-real-")));
  mkdirSync(join(folder, "work"));
  writeFileSync(join(folder, "work", "a.txt"), "one\ntwo\nthree\n");
  host = await createHost({
    mcpServers: {
      everything: { ...installed("everything"), required: true },
      filesystem: { ...installed("filesystem", join(folder, "work")), required: true },
      memory: { ...installed("memory"), env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") }, required: true },
    },
    mcp: { roots: [join(folder, "work")], logLevel: "debug" },
    approvals: {
      elicit: async (request) => {
        asked.push(request);
        return fillIn(request);
      },
    },
    onEvent: (event) => events.push(event),
    pool: { processes: 1 },
  });
  session = host.openSession();
  step = await session.step();
});
afterAll(async () => {
  await host.close();
  expect(childPids()).toEqual([]);
  await rm(folder, { recursive: true });
});

/** Arguments by tool. A function gets the number of the call: what is made once can't be made twice. */
type Maker = (index: number) => object;
type Arguments = Readonly<Record<string, object>>;

function isMaker(given: object): given is Maker {
  return typeof given === "function";
}

/** What differs from call to call: times, ids and counters of the server. */
function steady(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\d{1,2}:\d{2}:\d{2}(?: [AP]M)?/gu, "<time>")
      .replaceAll(/(?:made|made-by)-\d/gu, "made")
      .replaceAll(/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/gu, "<time>")
      .replaceAll(/(accessed|modified|created): [^\\]+/gu, "$1: <time>")
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, "<id>"),
  );
}

function namesOf(server: string): readonly string[] {
  return step.plan.registry
    .list()
    .filter(({ namespace }) => namespace === `mcp__${server}`)
    .map(({ name }) => name);
}

/** Calls every tool of a server both ways. A model's items are those of the script's value, behind the time. */
async function compare(server: string, given: Arguments): Promise<void> {
  expect(namesOf(server).filter((name) => given[name] === undefined)).toEqual([]);
  for (const [name, make] of Object.entries(given)) {
    const inputs = [0, 1].map((index): object => (isMaker(make) ? make(index) : make));
    const direct = await step.call({ namespace: `mcp__${server}`, name, arguments: JSON.stringify(inputs[0]) });
    const nested = `await tools.mcp__${server}__${name}(${JSON.stringify(inputs[1])})`;
    // What is switched on by one call is switched off by the next.
    const source = `${name.startsWith("toggle_") ? nested : ""};text(${nested})`;
    const outcome = await session.run(source, { yieldTimeMs: null });
    expect(outcome.error, name).toBeUndefined();
    const [item] = outcome.content;
    const value = JSON.parse(item?.type === "text" ? item.text : "") as {
      readonly content: readonly { readonly type: string; readonly text?: string }[];
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
    };
    expect({ name, isError: value.isError ?? false }).toEqual({ name, isError: false });
    const [head, ...others] = direct.content;
    const text = head?.type === "text" ? head.text : "";
    expect(text).toMatch(/^Wall time: \d+\.\d{4} seconds\nOutput:/u);
    if (value.structuredContent !== undefined) {
      const structured: unknown = JSON.parse(text.slice(text.indexOf("\n", text.indexOf("Output:")) + 1));
      expect(steady(structured), name).toEqual(steady(value.structuredContent));
      continue;
    }
    const blocks = value.content.filter(({ type, text: said }) => type !== "text" || said !== "");
    expect(others.length, name).toBe(blocks.length);
    const shown = others.map((one) => (one.type === "text" ? one.text : one.type));
    const expected = blocks.map((block) => {
      if (block.type === "text") return block.text;
      return block.type === "image" || block.type === "audio" ? block.type : JSON.stringify(block);
    });
    expect(steady(shown), name).toEqual(steady(expected));
  }
}

describe("Each tool gives the same to a model and to a script", () => {
  test("of server-everything", async () => {
    await compare("everything", {
      echo: { message: "hello" },
      get_annotated_message: { messageType: "error", includeImage: true },
      get_env: {},
      get_resource_links: { count: 3 },
      get_resource_reference: { resourceType: "Text", resourceId: 1 },
      get_roots_list: {},
      get_structured_content: { location: "New York" },
      get_sum: { a: 2, b: 3 },
      get_tiny_image: {},
      gzip_file_as_resource: (index: number) => ({ name: `made-${index}.gz`, data: "data:text/plain;base64,aGVsbG8=" }),
      toggle_simulated_logging: {},
      toggle_subscriber_updates: {},
      trigger_elicitation_request: {},
      trigger_long_running_operation: { duration: 0.2, steps: 2 },
      trigger_url_elicitation: { url: "https://example.com/login", message: "Please log in" },
    });
    expect(await host.droppedTools()).toMatchObject([
      { name: "simulate-research-query", reason: "it runs only as a task of the server, which is not supported" },
    ]);
    expect(asked.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["form", "url"]));
  });

  test("of server-filesystem", async () => {
    const path = (name: string): string => join(folder, "work", name);
    await compare("filesystem", {
      write_file: (index: number) => ({ path: path(`made-${index}`), content: "made" }),
      create_directory: (index: number) => ({ path: path(`made-by-${index}`) }),
      move_file: (index: number) => ({ source: path(`made-${index}`), destination: path(`made-by-${index}/made`) }),
      edit_file: { path: path("a.txt"), edits: [{ oldText: "two", newText: "2" }], dryRun: true },
      read_file: { path: path("a.txt") },
      read_text_file: { path: path("a.txt"), head: 1 },
      read_media_file: { path: path("a.txt") },
      read_multiple_files: { paths: [path("a.txt"), path("missing")] },
      list_directory: { path: path("") },
      list_directory_with_sizes: { path: path("made-by-0") },
      directory_tree: { path: path("") },
      search_files: { path: path(""), pattern: "*.txt" },
      get_file_info: { path: path("a.txt") },
      list_allowed_directories: {},
    });
  });

  test("of server-memory", async () => {
    const entity = (name: string): object => ({ name, entityType: "person", observations: ["met"] });
    const relation = (from: string): object => ({ from, to: "Ann", relationType: "knows" });
    await compare("memory", {
      create_entities: (index: number) => ({ entities: [entity(`made-${index}`)] }),
      create_relations: (index: number) => ({ relations: [relation(`made-${index}`)] }),
      add_observations: (index: number) => ({ observations: [{ entityName: `made-${index}`, contents: ["again"] }] }),
      read_graph: {},
      search_nodes: { query: "met" },
      open_nodes: { names: ["made-0"] },
      delete_observations: (index: number) => ({ deletions: [{ entityName: `made-${index}`, observations: ["met"] }] }),
      delete_relations: (index: number) => ({ relations: [relation(`made-${index}`)] }),
      delete_entities: (index: number) => ({ entityNames: [`made-${index}`] }),
    });
  });
});

test("Roots, logging level, instructions, prompts and resources of server-everything arrive.", async () => {
  const roots = await step.call({ namespace: "mcp__everything", name: "get_roots_list" });
  expect(JSON.stringify(roots.content)).toContain(join(folder, "work"));
  expect(step.plan.namespaces.get("mcp__everything")?.length).toBeGreaterThan(100);
  const prompts = await host.listPrompts();
  expect(prompts.map(({ server }) => server)).toContain("everything");
  const simple = prompts.find(({ name }) => name.includes("simple"));
  const prompt = await host.getPrompt("everything", simple?.name ?? "");
  expect(prompt.messages[0]).toMatchObject({ role: "user", content: { type: "text" } });
  await expect(host.getPrompt("everything", "no-such-prompt")).rejects.toThrow("prompts/get failed");
  await expect(host.listPrompts("nobody")).rejects.toThrow("unknown MCP server 'nobody'");

  const source = `
    const { resources } = await tools.list_mcp_resources({});
    const { resourceTemplates } = await tools.list_mcp_resource_templates({ server: "everything" });
    const one = await tools.read_mcp_resource({ server: resources[0].server, uri: resources[0].uri });
    text({ resources: resources.length > 0, templates: resourceTemplates.length > 0, read: one.contents.length > 0 });
  `;
  const outcome = await session.run(source);
  expect(outcome.content).toEqual([{ type: "text", text: '{"resources":true,"templates":true,"read":true}' }]);
});
