import { expect, test } from "vitest";
import { loadFile, refusalOf, setVariables } from "./config-folder.ts";

const REFUSALS: readonly (readonly [Record<string, unknown>, string])[] = [
  [
    { command: "x", url: "http://h/" },
    "mcpServers.b: url is not supported for stdio; remove it, or, to reach the server over HTTP, give a url and no command.",
  ],
  [
    { url: "http://h/", bearer_token: "s3cret" },
    "mcpServers.b: bearer_token is not supported for streamable_http; a secret does not belong into a file: put it into an environment variable and name that in bearer_token_env_var.",
  ],
  [
    { url: "http://h/", bearerToken: "s3cret" },
    "mcpServers.b: bearerToken is not supported for streamable_http; a secret does not belong into a file: put it into an environment variable and name that in bearerTokenEnvVar.",
  ],
  [
    { url: "http://h/", args: ["s3cret"] },
    "mcpServers.b: args is not supported for streamable_http; remove it, or, to start the server as a process, give a command and no url.",
  ],
  [{}, "mcpServers.b: invalid transport; give a command (a program to start) or a url (a server over HTTP)."],
  [{ type: "stdio" }, "mcpServers.b.command: expected a string, but it is missing."],
  [{ type: "http" }, "mcpServers.b.url: expected a URL with http: or https:, but it is missing."],
  [
    { type: "http", command: "x", url: "http://h/" },
    "mcpServers.b: command is not supported for streamable_http; remove it, or, to start the server as a process, give a command and no url.",
  ],
  [
    { type: "ws", url: "http://h/" },
    'mcpServers.b.type: expected "stdio", "http", "streamable-http" or "sse", got "ws".',
  ],
  [{ url: "http://h/", oauth: {} }, "mcpServers.b.oauth.clientId: expected a string, but it is missing."],
  [
    { url: "http://h/", oauth: { client_id: "me", callback_port: 0 } },
    "mcpServers.b.oauth.callback_port: expected a port from 1 to 65535, got 0.",
  ],
  [
    { url: "http://h/", oauth: { client_id: "me", client_secret_env_var: "NOT_SET" } },
    "mcpServers.b.oauth.client_secret_env_var: the environment variable NOT_SET is not set; set it, or leave this out.",
  ],
  [
    { command: "x", oauth: { client_id: "me" } },
    "mcpServers.b: oauth is not supported for stdio; remove it, or, to reach the server over HTTP, give a url and no command.",
  ],
  [{ url: "ftp://s3cret/" }, "mcpServers.b.url: expected a URL with http: or https:, got a string."],
  [
    { url: "https://me:s3cret@h/" },
    "mcpServers.b.url: holds a user name or a password; give them in an Authorization header, its value in a variable.",
  ],
  [{ url: "http://h/", headers: ["s3cret"] }, "mcpServers.b.headers: expected an object of strings, got an array."],
  [
    { url: "http://h/", headers: { a: 3 } },
    "mcpServers.b.headers.a: expected a string without line breaks, got a number.",
  ],
  [
    { url: "http://h/", http_headers: { a: "s3cret\r\nb: c" } },
    "mcpServers.b.http_headers.a: expected a string without line breaks, got a string.",
  ],
  [{ url: "http://h/", headers: { "a b": "c" } }, 'mcpServers.b.headers["a b"]: is not the name of a header.'],
  [
    { url: "http://h/", headers: { Accept: "c" } },
    "mcpServers.b.headers.Accept: is a header that the protocol sets itself; leave it out.",
  ],
  [{ command: "x", env: { A: 5 } }, "mcpServers.b.env.A: expected a string, got a number."],
  [
    { command: "x", env_vars: [{ name: "HOME", source: "remote" }] },
    'mcpServers.b.env_vars[0].source: expected "local": variables come from the environment of this process.',
  ],
  [
    { command: "x", startup_timeout_sec: 0 },
    "mcpServers.b.startup_timeout_sec: expected a number of seconds above 0, at most 2000000, got 0.",
  ],
  [
    { command: "x", startup_timeout_ms: "5" },
    'mcpServers.b.startup_timeout_ms: expected a number of seconds above 0, at most 2000000, got "5".',
  ],
  [
    { command: "x", tool_timeout_sec: 1, toolTimeoutSec: 2 },
    "mcpServers.b: toolTimeoutSec is the same setting as tool_timeout_sec; keep one of them.",
  ],
  [
    { command: "x", tools: { t: { approval_mode: "never" } } },
    'mcpServers.b.tools.t.approval_mode: expected "auto", "writes", "prompt" or "approve", got "never".',
  ],
  [
    { command: "x", omit_tools_from: ["search"] },
    'mcpServers.b.omit_tools_from[0]: expected "direct", "deferred" or "code_mode", got "search".',
  ],
  [{ command: "x", required: "yes" }, 'mcpServers.b.required: expected true or false, got "yes".'],
];

test.each(REFUSALS)(
  "%j is refused with the place and what to do, and no secret is repeated.",
  async (server, expected) => {
    const message = await refusalOf("isocell.json", { mcpServers: { b: server } });
    expect(message).toBe(`isocell.json: ${expected}`);
    expect(message).not.toContain("s3cret");
  },
);

test("Every setting has the reference's spelling and its own, and both give the same.", async () => {
  setVariables({ ISOCELL_TEST_A: "1" });
  const shared = { enabled: true, required: true };
  const { options } = await loadFile("isocell.json", {
    mode: "code",
    mcpServers: {
      snake: {
        ...shared,
        command: "x",
        env_vars: ["ISOCELL_TEST_A", { name: "ISOCELL_TEST_A", source: "local" }],
        startup_timeout_sec: 0.3,
        startup_timeout_ms: 9,
        tool_timeout_sec: 1.5,
        idle_timeout_sec: 2,
        enabled_tools: ["a"],
        disabled_tools: ["b"],
        supports_parallel_tool_calls: true,
        default_tools_approval_mode: "prompt",
        tools: { t: { approval_mode: "approve", output_token_limit: 5 } },
        tool_input_schema_max_bytes: 100,
        output_token_limit: 7,
        omit_tools_from: ["deferred"],
      },
      camel: {
        ...shared,
        command: "x",
        envVars: ["ISOCELL_TEST_A", "ISOCELL_TEST_A"],
        startupTimeoutSec: 0.3,
        toolTimeoutSec: 1.5,
        idleTimeoutSec: 2,
        enabledTools: ["a"],
        disabledTools: ["b"],
        supportsParallelToolCalls: true,
        defaultToolsApprovalMode: "prompt",
        tools: { t: { approvalMode: "approve", outputTokenLimit: 5 } },
        toolInputSchemaMaxBytes: 100,
        outputTokenLimit: 7,
        omitToolsFrom: ["deferred"],
      },
      ms: { command: "x", startup_timeout_ms: 1500 },
      http: {
        url: "https://h/mcp",
        http_headers: { a: "b" },
        env_http_headers: { c: "ISOCELL_TEST_A" },
        bearer_token_env_var: "ISOCELL_TEST_A",
        scopes: ["read"],
      },
    },
  });
  const { camel, snake, ms, http } = options.mcpServers ?? {};
  expect(snake).toEqual(camel);
  expect(camel).toMatchObject({
    startupTimeoutSec: 0.3,
    tools: { t: { approvalMode: "approve", outputTokenLimit: 5 } },
  });
  expect(ms).toEqual({ command: "x", startupTimeoutSec: 1.5 });
  expect(http).toEqual({
    url: "https://h/mcp",
    headers: { a: "b" },
    envHeaders: { c: "ISOCELL_TEST_A" },
    bearerTokenEnvVar: "ISOCELL_TEST_A",
    scopes: ["read"],
  });
});

test("References to variables are replaced in command, args, env, cwd, url and headers.", async () => {
  setVariables({ ISOCELL_TEST_A: "one", ISOCELL_TEST_B: "two" });
  const { options, cwd } = await loadFile("isocell.json", {
    mcpServers: {
      a: {
        command: "${ISOCELL_TEST_A}",
        args: ["--x=${env:ISOCELL_TEST_B}", "$${KEPT}", "${ISOCELL_NOT_SET:-three}"],
        env: { K: "${ISOCELL_TEST_A}${ISOCELL_TEST_B}" },
        cwd: "${ISOCELL_TEST_A}",
      },
      b: { url: "https://${ISOCELL_TEST_A}/${ISOCELL_TEST_B}", headers: { a: "Bearer ${ISOCELL_TEST_A}" } },
    },
  });
  expect(options.mcpServers).toEqual({
    a: { command: "one", args: ["--x=two", "${KEPT}", "three"], env: { K: "onetwo" }, cwd: `${cwd}/one` },
    b: { url: "https://one/two", headers: { a: "Bearer one" } },
  });
});

test.each([
  [
    { command: "x", args: ["${ISOCELL_NOT_SET}"] },
    "args[0]: the environment variable ISOCELL_NOT_SET is not set; set it, or write its value.",
  ],
  [
    { url: "https://h/${ISOCELL_NOT_SET}" },
    "url: the environment variable ISOCELL_NOT_SET is not set; set it, or write its value.",
  ],
  [
    { url: "https://h/", headers: { a: "${ISOCELL_NOT_SET}" } },
    "headers.a: the environment variable ISOCELL_NOT_SET is not set; set it, or write its value.",
  ],
  [
    { command: "x", env_vars: ["ISOCELL_NOT_SET"] },
    "env_vars[0]: the environment variable ISOCELL_NOT_SET is not set; set it, or leave this out.",
  ],
  [
    { url: "https://h/", bearerTokenEnvVar: "ISOCELL_NOT_SET" },
    "bearerTokenEnvVar: the environment variable ISOCELL_NOT_SET is not set; set it, or leave this out.",
  ],
  [
    { url: "https://h/", env_http_headers: { a: "ISOCELL_NOT_SET" } },
    "env_http_headers.a: the environment variable ISOCELL_NOT_SET is not set; set it, or leave this out.",
  ],
  [
    { command: "x", args: ["${a%.*}"] },
    "args[0]: ${a%.*} is not the name of an environment variable; $${a%.*} keeps it as it is.",
  ],
  [
    { command: "x", args: ["${input:key}"] },
    "args[0]: ${input:key} is asked for by an editor; put the value into an environment variable and write ${NAME}.",
  ],
])("What can't be replaced in %j is named.", async (server, expected) => {
  expect(await refusalOf("isocell.json", { mcpServers: { b: server } })).toBe(`isocell.json: mcpServers.b.${expected}`);
});

test("Variables of a server that is left out need not be set.", async () => {
  const servers = {
    a: { url: "https://${ISOCELL_NOT_SET}/", bearerTokenEnvVar: "ISOCELL_NOT_SET", enabled: false },
    b: { command: "x", env: { K: "${ISOCELL_NOT_SET}" }, disabled: true },
  };
  const { options } = await loadFile("isocell.json", { mcpServers: servers });
  expect(options.mcpServers).toMatchObject({ a: { enabled: false }, b: { enabled: false } });
});

test("A server named __proto__ is refused and changes nothing.", async () => {
  const file = '{"mcpServers":{"__proto__":{"command":"x"}}}';
  expect(await refusalOf("isocell.json", file)).toContain("mcpServers.__proto__: expected a server name");
});

test("What holds for all MCP servers can be set, with folders relative to the file.", async () => {
  const { options, cwd } = await loadFile("isocell.json", {
    mcp: { graceMs: 5, roots: [".", "/tmp"], logLevel: "error" },
  });
  expect(options.mcp).toEqual({ graceMs: 5, roots: [cwd, "/tmp"], logLevel: "error" });
  expect(await refusalOf("isocell.json", { mcp: { logLevel: "loud" } })).toBe(
    'isocell.json: mcp.logLevel: expected debug, info, notice, warning, error, critical, alert, emergency, got "loud".',
  );
});
