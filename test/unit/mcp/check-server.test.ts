import { expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";

async function refusal(server: unknown, name = "a"): Promise<string> {
  const making = createHost({ mcpServers: { [name]: server as { command: string } }, pool: { processes: 1 } });
  const error: unknown = await making.then(
    async (host) => {
      await host.close();
      return new Error("it was accepted");
    },
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "invalid_options" });
  return (error as Error).message;
}

test.each([
  [3, "mcpServers.a: expected an object of settings, got 3."],
  [{}, "mcpServers.a: invalid transport; give a command"],
  [{ command: "x", url: "http://h/" }, "mcpServers.a: url is not supported for stdio;"],
  [{ url: "h" }, "mcpServers.a.url: expected a URL with http: or https:, got a string."],
  [{ url: "http://h/", bearerToken: "s3cret" }, "mcpServers.a: bearerToken is not supported for streamable_http;"],
  [
    { url: "http://h/", envHeaders: { A: 1 } },
    "mcpServers.a.envHeaders.A: expected the name of an environment variable, got 1.",
  ],
  [{ command: "x", startupTimeoutSec: 1e9 }, "mcpServers.a.startupTimeoutSec: expected a number of seconds above 0"],
  [
    { command: "x", startupTimeoutSec: Number.NaN },
    "mcpServers.a.startupTimeoutSec: expected a number of seconds above 0",
  ],
  [
    { command: "x", tool_timeout_sec: 1 },
    "mcpServers.a.tool_timeout_sec: unknown setting; a server may have type, command,",
  ],
  [{ command: "x", tools: { t: { mode: "x" } } }, "mcpServers.a.tools.t.mode: unknown setting;"],
  [{ command: "" }, "mcpServers.a.command: expected a string that is not empty"],
  [{ command: "x", outputTokenLimit: 0.5 }, "mcpServers.a.outputTokenLimit: expected a whole number of at least 0"],
])("createHost refuses the server %j.", async (server, expected) => {
  const message = await refusal(server);
  expect(message).toContain(expected);
  expect(message).not.toContain("s3cret");
});

test("All that is wrong is told at once, and settings that are undefined count as left out.", async () => {
  expect(await refusal({ command: "x", url: undefined, args: 1, env: 2 })).toBe(
    "mcpServers.a.args: expected an array of strings, got 1.\nmcpServers.a.env: expected an object of strings, got a number.",
  );
});

test("A name that no model could be told is refused.", async () => {
  expect(await refusal({ command: "x" }, "my server")).toBe(
    'mcpServers: the server name "my server" has characters other than A-Z a-z 0-9 _ . -; rename it.',
  );
});
