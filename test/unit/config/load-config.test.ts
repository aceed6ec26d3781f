import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "../../../host/config/index.ts";

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "isocell-config-"));
});
afterEach(() => rm(cwd, { recursive: true }));

async function load(config: unknown): ReturnType<typeof loadConfig> {
  await writeFile(join(cwd, "isocell.json"), typeof config === "string" ? config : JSON.stringify(config));
  return loadConfig(undefined, cwd);
}

async function messageOf(config: unknown): Promise<string> {
  const error = await load(config).then(
    () => new Error("it was accepted"),
    (reason: unknown) => reason as Error & { code: string },
  );
  expect(error).toMatchObject({ name: "IsocellError", code: "invalid_config" });
  return error.message.replaceAll(cwd, "");
}

test("Without a file the defaults hold.", async () => {
  expect(await loadConfig(undefined, cwd)).toEqual({ file: undefined, options: {}, lintOff: {}, warnings: [] });
});

test("A file that was named has to exist.", async () => {
  await expect(loadConfig("other.json", cwd)).rejects.toMatchObject({
    code: "invalid_config",
    message: `${cwd}/other.json: there is no such file; --config names the configuration to use.`,
  });
});

test("A folder is no configuration.", async () => {
  await expect(loadConfig(".", cwd)).rejects.toMatchObject({
    message: `${cwd}: the configuration can't be read: it is a folder.`,
  });
});

test("All keys become options of the host; paths are relative to the file.", async () => {
  const config = {
    mcpServers: {
      files: { type: "stdio", command: "node", args: ["server.js", "."], env: { KEY: "${HOME}/x" }, cwd: "sub" },
      plain: { command: "x" },
    },
    limits: { memoryMb: 64, idleMs: null },
    mode: "code-only",
    isolation: "session",
    pool: { processes: 1, warmIsolates: 0 },
  };
  const lint = { off: { "discovery/bare-name": "it is an old name" } };
  expect(await load({ ...config, lint })).toEqual({
    file: join(cwd, "isocell.json"),
    lintOff: { "discovery/bare-name": "it is an old name" },
    options: {
      ...config,
      mcpServers: {
        files: {
          command: "node",
          args: ["server.js", "."],
          env: { KEY: `${process.env["HOME"]}/x` },
          cwd: join(cwd, "sub"),
        },
        plain: { command: "x" },
      },
    },
    warnings: [],
  });
});

test("A byte order mark is passed over.", async () => {
  expect((await load('\uFEFF{"mode":"code"}')).options).toEqual({ mode: "code" });
});

test.each([
  [{ mcpServers: { a: { command: 3 } } }, "/isocell.json: mcpServers.a.command: expected a string, got 3."],
  [
    { mcpServers: { "my server": { command: "x" } } },
    '/isocell.json: mcpServers["my server"]: expected a server name made of A-Z a-z 0-9 _ . -.',
  ],
  [
    { mcpServers: { a: { command: "x", args: ["a", 1] } } },
    "/isocell.json: mcpServers.a.args[1]: expected a string, got 1.",
  ],
  [
    { limits: { memoryMb: 1 } },
    "/isocell.json: limits.memoryMb: expected a whole number of at least 8 (MB), or null to lift the limit, got 1.",
  ],
  [{ mode: "fast" }, '/isocell.json: mode: expected "direct", "code" or "code-only", got "fast".'],
  [{ isolation: true }, '/isocell.json: isolation: expected "cell" or "session", got true.'],
  [{ pool: { processes: 1.5 } }, "/isocell.json: pool.processes: expected a whole number of at least 1, got 1.5."],
  [{ tools: "x.js" }, '/isocell.json: tools: expected an array of module paths, got "x.js".'],
  [{ mcpservers: {} }, '/isocell.json: mcpservers: unknown key; did you mean "mcpServers"?'],
  [
    { pool: { zzz: 1 } },
    "/isocell.json: pool.zzz: unknown key; known are processes, threads, warmIsolates, recycleAfterCells, prestart.",
  ],
  [[], "/isocell.json: the whole file: expected an object, got []."],
])("%j is refused with the place and what was expected.", async (config, expected) => {
  expect(await messageOf(config)).toBe(expected);
});

test.each([
  ['{\n  "mode": "code",\n}', "/isocell.json:3:1: not valid JSON: expected a key in double quotes."],
  ['{ "a" 1 }', "/isocell.json:1:7: not valid JSON: expected `:`."],
  ["{ 'a': 1 }", "/isocell.json:1:3: not valid JSON: expected a key in double quotes."],
  ['{ "tools": [1 2] }', "/isocell.json:1:15: not valid JSON: expected `,` or `]`."],
  ['{ "a": nul }', "/isocell.json:1:8: not valid JSON: expected a value."],
  [
    '{ "a": "x\ny" }',
    "/isocell.json:1:8: not valid JSON: expected a string that ends on its line, with valid escapes.",
  ],
  ["", "/isocell.json:1:1: not valid JSON: expected a value."],
  ["{} {}", "/isocell.json:1:4: not valid JSON: expected the end of the file."],
  ['{ "a": 1', "/isocell.json:1:9: not valid JSON: expected `,` or `}`."],
])("The JSON text %j is refused with line and column.", async (text, expected) => {
  expect(await messageOf(text)).toBe(expected);
});

test("A variable that is not set is named, with the place that asks for it.", async () => {
  const config = { mcpServers: { a: { command: "x", env: { KEY: "${ISOCELL_NOT_SET}" } } } };
  expect(await messageOf(config)).toBe(
    "/isocell.json: mcpServers.a.env.KEY: the environment variable ISOCELL_NOT_SET is not set; set it, or write its value.",
  );
});

test("Steps, approvals, outputs and hook files are the host's own, with paths beside the file.", async () => {
  const settings = {
    steps: { search: true, toolOrder: ["a", "..."], maxSharedCalls: 10 },
    approvals: { policy: "on-request", modes: { "mcp__files/read": "approve" } },
  };
  await writeFile(
    join(cwd, "hooks.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: "echo", hooks: [{ type: "command", command: "true" }] }] } }),
  );
  const { options } = await load({ ...settings, outputs: { folder: "kept" }, hooks: ["hooks.json"] });
  expect(options).toMatchObject({ ...settings, outputs: { folder: join(cwd, "kept") } });
  expect(options.hooks).toMatchObject([
    { file: join(cwd, "hooks.json"), handlers: [{ event: "before", matcher: "echo" }] },
  ]);
});

test("Mistakes in them are told with their place.", async () => {
  expect(await messageOf({ approvals: { policy: "sometimes" } })).toContain("approvals.policy");
  expect(await messageOf({ steps: { maxSharedCalls: 0 } })).toContain("steps.maxSharedCalls");
  await expect(load({ hooks: ["missing.json"] })).rejects.toMatchObject({ code: "invalid_config" });
});

test("Built-in tools are named, or named within an object with their folders, which are relative to the file.", async () => {
  const builtinsOf = async (builtins: unknown): Promise<unknown> => (await load({ builtins })).options.builtins;
  expect(await builtinsOf("all")).toBe("all");
  expect(await builtinsOf(["test_sync"])).toEqual(["test_sync"]);
  expect(await builtinsOf({ tools: "all", roots: null })).toEqual({ tools: "all", roots: null });
  expect(await builtinsOf({ tools: ["test_sync"], cwd: "sub", roots: ["sub/a", "/b"] })).toEqual({
    tools: ["test_sync"],
    cwd: join(cwd, "sub"),
    roots: [join(cwd, "sub/a"), "/b"],
  });
});

test("What is wrong with built-in tools is said with its place and with what is there.", async () => {
  expect(await messageOf({ builtins: { tools: ["test_sink", 5], cwd: "", root: "." } })).toBe(
    `/isocell.json:
  builtins.cwd: expected the path of a folder, got "".
  builtins.root: expected one of the keys tools, cwd, roots, commands, got ".".`,
  );
  expect(await messageOf({ builtins: ["test_sink", "test_sync"] })).toBe(
    '/isocell.json: builtins[0]: expected the name of a built-in tool (did you mean test_sync?), got "test_sink".',
  );
  expect(await messageOf({ builtins: ["get_goal"] })).toBe(
    "/isocell.json: builtins[0]: expected a tool that needs no callback; programs can offer this one, with " +
      'callbacks.getGoal, got "get_goal".',
  );
});
