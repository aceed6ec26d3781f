import { expect, test } from "vitest";
import { loadFile, refusalOf, setVariables } from "./config-folder.ts";

test("A file that holds only servers may have settings of other clients, which are passed over with a warning.", async () => {
  const servers = { a: { command: "x", alwaysAllow: ["t"], tool_timout_sec: 3, tools: { t: { colour: 1 } } } };
  const { options, warnings } = await loadFile("mcp.json", { mcpServers: servers });
  expect(options).toEqual({ mcpServers: { a: { command: "x", tools: { t: {} } } } });
  expect(warnings).toEqual([
    "mcp.json: mcpServers.a.alwaysAllow: unknown key; it is ignored.",
    'mcp.json: mcpServers.a.tool_timout_sec: unknown key; did you mean "toolTimeoutSec"?',
    "mcp.json: mcpServers.a.tools.t.colour: unknown key; it is ignored.",
  ]);
});

test("In a file with settings of this program they are mistakes.", async () => {
  const servers = {
    a: { command: "x", alwaysAllow: ["t"], auth: {} },
    b: { url: "http://h/", oauth: { clientId: "me", clientSecret: "s3cret" } },
  };
  expect(await refusalOf("isocell.json", { mode: "code", mcpServers: servers })).toBe(
    "isocell.json:\n  mcpServers.a.alwaysAllow: unknown key; remove it.\n  mcpServers.a.auth: this setting is not supported here; remove it.\n" +
      '  mcpServers.b.oauth.clientSecret: unknown key; did you mean "clientSecretEnvVar"?',
  );
});

test("Keys of other clients beside the servers are passed over, but not where they look like ours, and not in isocell.json.", async () => {
  const content = { mcpServers: { a: { command: "x" } }, globalShortcut: "F1" };
  expect((await loadFile("claude_desktop_config.json", content)).warnings).toEqual([
    "claude_desktop_config.json: globalShortcut: unknown key; it is ignored.",
  ]);
  expect(await refusalOf("isocell.json", content)).toContain(
    "globalShortcut: unknown key; known are mcpServers, mcp, limits",
  );
  expect(await refusalOf("mcp.json", { ...content, limts: {} })).toContain(
    'limts: unknown key; did you mean "limits"?',
  );
});

test("An editor's file has its servers under another key, and comments.", async () => {
  const text = `{
    // "servers": {},
    "servers": { /* one */ "a": { "type": "stdio", "command": "x", "args": ["// no /* comment", "\\",]"], }, },
    "inputs": [],
  }`;
  const { options, warnings } = await loadFile("mcp.json", text);
  expect(options).toEqual({ mcpServers: { a: { command: "x", args: ["// no /* comment", '",]'] } } });
  expect(warnings).toEqual(["mcp.json: inputs: unknown key; it is ignored."]);
});

test("A file of this program is plain JSON.", async () => {
  expect(await refusalOf("isocell.json", '{"mcpServers": {},}')).toBe(
    "isocell.json:1:19: not valid JSON: expected a key in double quotes.",
  );
  expect(await refusalOf("other.json", '{"mode": "code", "mcpServers": {},}')).toContain(
    "other.json:1:35: not valid JSON",
  );
});

test.each(["http", "streamable-http", "streamable_http", "streamableHttp"])(
  "The type %s is Streamable HTTP.",
  async (type) => {
    const { options } = await loadFile("mcp.json", { mcpServers: { a: { type, url: "http://h/" } } });
    expect(options.mcpServers).toEqual({ a: { url: "http://h/" } });
  },
);

test("The type sse is the old protocol, and nothing else.", async () => {
  const { options } = await loadFile("mcp.json", { mcpServers: { a: { type: "sse", url: "http://h/sse" } } });
  expect(options.mcpServers).toEqual({ a: { type: "sse", url: "http://h/sse" } });
});

test("A secret that stands in a header is told of, without repeating it.", async () => {
  setVariables({ ISOCELL_TEST_A: "x" });
  const headers = { Authorization: "Bearer s3cret", "X-Api-Key": "${ISOCELL_TEST_A}", Other: "y" };
  const { warnings } = await loadFile("mcp.json", { mcpServers: { a: { url: "http://h/", headers } } });
  expect(warnings).toEqual([
    "mcp.json: mcpServers.a.headers.Authorization: may be a secret, which does not belong into a file; put it into an environment variable, and write ${NAME} here.",
  ]);
});

test("Servers under two keys are refused.", async () => {
  expect(await refusalOf("mcp.json", { mcpServers: {}, servers: {} })).toBe(
    "mcp.json: servers: the file has servers under mcpServers, too; put all of them there.",
  );
});

test("Of a TOML file only the servers count, and unknown settings in them are passed over.", async () => {
  setVariables({ ISOCELL_TEST_A: "1" });
  const text = `model = "m"
[mcp_servers.files]
command = "x"
args = ["a"]
env_vars = ["ISOCELL_TEST_A"]
startup_timeout_ms = 250
colour = 1
[mcp_servers.files.tools.read]
approval_mode = "approve"
[mcp_servers.web]
url = "https://h/mcp"
bearer_token_env_var = "ISOCELL_TEST_A"
tool_timeout_sec = 0.5
[limits]
memoryMb = -1
`;
  const { options, warnings } = await loadFile("config.toml", text);
  expect(options).toEqual({
    mcpServers: {
      files: {
        command: "x",
        args: ["a"],
        envVars: ["ISOCELL_TEST_A"],
        startupTimeoutSec: 0.25,
        tools: { read: { approvalMode: "approve" } },
      },
      web: { url: "https://h/mcp", bearerTokenEnvVar: "ISOCELL_TEST_A", toolTimeoutSec: 0.5 },
    },
  });
  expect(warnings).toEqual(["config.toml: mcp_servers.files.colour: unknown key; it is ignored."]);
});

test.each([
  ['[mcp_servers.b]\ncommand = "x"\nurl = "http://h/"', "config.toml: mcp_servers.b: url is not supported for stdio; "],
  [
    '[mcp_servers.b]\nurl = "http://h/"\nbearer_token = "s3cret"',
    "config.toml: mcp_servers.b: bearer_token is not supported for streamable_http; ",
  ],
  [
    '[mcp_servers.b]\nurl = "http://h/"\nargs = []',
    "config.toml: mcp_servers.b: args is not supported for streamable_http; ",
  ],
  ["[mcp_servers.b]\nenabled = true", "config.toml: mcp_servers.b: invalid transport; "],
  ['mcp_servers = "b"', 'config.toml: mcp_servers: expected an object of servers by name, got "b".'],
  ["[mcp_servers.b\n", "config.toml:1:15: not valid TOML: "],
])("The TOML %j is refused.", async (text, expected) => {
  const message = await refusalOf("config.toml", text);
  expect(message).toContain(expected);
  expect(message).not.toContain("s3cret");
});
