import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadHooks } from "../../../host/hooks/config/load-hooks.ts";
import { compileMatcher } from "../../../host/hooks/config/matcher.ts";
import { parseHooks } from "../../../host/hooks/config/parse-hooks.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "isocell-hooks-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const one = (handler: object): object => ({ hooks: { PreToolUse: [{ hooks: [handler] }] } });

test("A handler has all that its file says, and defaults for the rest.", () => {
  const handler = {
    type: "command",
    command: "./check",
    commandWindows: "check.cmd",
    timeout: 30,
    statusMessage: "checking",
    additionalContextLimit: 0,
    async: true,
  };
  const around = { event: "before", label: "PreToolUse[0].hooks[0]", matcher: "" };
  expect(parseHooks(one(handler)).handlers).toEqual([
    {
      ...around,
      what: { type: "command", command: "./check", commandWindows: "check.cmd" },
      timeoutMs: 30_000,
      async: true,
      statusMessage: "checking",
      additionalContextLimit: 0,
      failClosed: false,
    },
  ]);
  expect(parseHooks(one({ type: "command", command: "x" }), { failClosed: true }).handlers).toEqual([
    {
      ...around,
      what: { type: "command", command: "x" },
      timeoutMs: 600_000,
      async: false,
      additionalContextLimit: 2500,
      failClosed: true,
    },
  ]);
  expect(parseHooks(one({ type: "command", command: "x", timeout: 0 })).handlers[0]?.timeoutMs).toBe(1000);
});

test.each([
  [[], "the whole configuration: expected an object, got []."],
  [{ hooks: {}, hook: {} }, "hook: unknown key; known are description, hooks, failClosed."],
  [JSON.parse('{"__proto__":{}}'), "__proto__: unknown key; known are description, hooks, failClosed."],
  [{ hooks: [] }, "hooks: expected an object, got []."],
  [{ hooks: { PreToolUse: {} } }, "hooks.PreToolUse: expected an array, got {}."],
  [{ hooks: { PostToolUse: [{}] } }, "hooks.PostToolUse[0].hooks: expected an array, got null."],
  [{ hooks: { PreToolUse: [{ matcher: 1, hooks: [] }] } }, "hooks.PreToolUse[0].matcher: expected a string, got 1."],
  [one({ type: "command" }), "hooks.PreToolUse[0].hooks[0].command: expected a string, got null."],
  [
    one({ type: "command", command: " " }),
    'hooks.PreToolUse[0].hooks[0].command: expected a string that is not empty, got " ".',
  ],
  [
    one({ type: "command", command: "x", timeout: "5" }),
    'hooks.PreToolUse[0].hooks[0].timeout: expected a number of seconds, got "5".',
  ],
  [
    one({ type: "command", command: "x", additionalContextLimit: -1 }),
    "hooks.PreToolUse[0].hooks[0].additionalContextLimit: expected a whole number of tokens, or 0 for no limit, got -1.",
  ],
  [
    one({ type: "command", command: "x", async: true, failClosed: true }),
    "hooks.PreToolUse[0].hooks[0].failClosed: expected it only on a handler that is waited for, and this one is asynchronous.",
  ],
  [
    one({ type: "prompt", prompt: "?" }),
    'hooks.PreToolUse[0].hooks[0].type: expected "command" or "mcp_tool" (hooks that ask a model or a web server are not supported), got "prompt".',
  ],
  [
    one({ type: "agent" }),
    'hooks.PreToolUse[0].hooks[0].type: expected "command" or "mcp_tool" (hooks that ask a model or a web server are not supported), got "agent".',
  ],
  [one({ type: "mcp_tool", server: "s" }), "hooks.PreToolUse[0].hooks[0].tool: expected a string, got null."],
])("A configuration %j is refused, saying where and why.", (config, message) => {
  expect(() => parseHooks(config)).toThrow(expect.objectContaining({ code: "invalid_config", message }));
});

test("Events that no call fires are not looked at, whatever they hold.", () => {
  const hooks = { Stop: [{ hooks: [{ type: "prompt" }] }], SessionStart: 1, Unheard: null, PreToolUse: [] };
  expect(parseHooks({ description: "d", hooks })).toEqual({ handlers: [], warnings: [] });
});

test("Keys of a handler that have no effect are told.", () => {
  expect(parseHooks(one({ type: "command", command: "x", if: "Bash(git *)", once: true })).warnings).toEqual([
    "hooks.PreToolUse[0].hooks[0]: if, once is not supported and has no effect",
  ]);
});

test("A hooks.json is read, and an error in it names the file and the place.", async () => {
  const good = await loadHooks(write("hooks.json", one({ type: "command", command: "x" })));
  expect(good.handlers.map(({ label }) => label)).toEqual(["hooks.json PreToolUse[0].hooks[0]"]);
  const file = write("hooks.json", { ...one({ type: "command", command: "x" }), permissions: {} });
  await expect(loadHooks(file)).rejects.toMatchObject({
    code: "invalid_config",
    message: `${file}: permissions: unknown key; known are description, hooks, failClosed.`,
  });
  const broken = write("hooks.json", '{\n"hooks": }');
  await expect(loadHooks(broken)).rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringContaining(`${broken}:2:10`) as string,
  });
  const missing = join(folder, "none.json");
  await expect(loadHooks(missing)).rejects.toMatchObject({
    code: "invalid_config",
    message: `${missing}: there is no such file.`,
  });
});

test("Of a settings.json only its hooks are looked at.", async () => {
  const settings = {
    $schema: "https://example.org/settings.json",
    permissions: { allow: ["Bash(npm run lint)"] },
    hooks: {
      PreToolUse: [
        { matcher: "Write|Edit", hooks: [{ type: "command", command: '"$CLAUDE_PROJECT_DIR"/check.sh', timeout: 5 }] },
      ],
      PostToolUse: [{ matcher: "mcp__.*", hooks: [{ type: "command", command: "./after.sh" }] }],
      Notification: [{ hooks: [{ type: "command", command: "notify" }] }],
    },
  };
  const { handlers } = await loadHooks(write("settings.local.json", settings));
  expect(handlers.map(({ event, matcher, timeoutMs }) => [event, matcher, timeoutMs])).toEqual([
    ["before", "Write|Edit", 5000],
    ["after", "mcp__.*", 600_000],
  ]);
  expect((await loadHooks(write("settings.json", { ...settings, disableAllHooks: true }))).handlers).toEqual([]);
  expect((await loadHooks(write("settings.json", {}))).handlers).toEqual([]);
});

test("A TOML file gives the same as JSON, and its other tables are not looked at.", async () => {
  const toml = `model = "m"\nsince = 2026-01-01\n[hooks.state.x]\nat = 2026-01-01\n
[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "x"\ntimeout = 3\n`;
  const fromToml = await loadHooks(write("config.toml", toml));
  const fromJson = parseHooks({
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x", timeout: 3 }] }] },
  });
  expect(fromToml.handlers.map(({ label: _, ...rest }) => rest)).toEqual(
    fromJson.handlers.map(({ label: _, ...rest }) => rest),
  );
  const broken = write("config.toml", "a = 1\nb = \n");
  await expect(loadHooks(broken)).rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringContaining(`${broken}:2:`) as string,
  });
});

test.each([
  [undefined, "anything", [], true],
  ["Bash|exec", "exec", [], true],
  ["Bash|exec", "exec_command", [], false],
  ["||", "", [], true],
  ["Write", "apply_patch", ["Write", "Edit"], true],
  ["mcp__.*__read", "mcp__files__read_all", [], true],
  ["^Notebook", "EditNotebook", [], false],
  ["(?i)bash", "Bash", [], true],
  ["Bash ", "Bash", [], false],
  ["Umlaut-ä", "xUmlaut-äx", [], true],
])("The matcher %j on the tool %s %j answers %s.", (matcher, name, aliases, expected) => {
  const compiled = compileMatcher(matcher);
  expect(typeof compiled === "function" && compiled(name, aliases)).toBe(expected);
});

test("A matcher keeps no state between names.", () => {
  const compiled = compileMatcher("a.");
  if (typeof compiled !== "function") throw new Error("it should compile");
  expect([compiled("ab", []), compiled("ab", []), compiled("b", ["ab"])]).toEqual([true, true, true]);
});
