import { expect, test } from "vitest";
import { IsocellError } from "../../../protocol/index.ts";
import { startServers } from "../../../host/mcp/life/servers.ts";
import type { StdioServerConfig } from "../../../host/mcp/server-config.ts";
import { call, childPids, connect, fixture, textOf } from "./fixture.ts";

async function failure(config: StdioServerConfig): Promise<IsocellError> {
  const error: unknown = await connect({ broken: config }).then(
    () => new Error("it started"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof IsocellError)) throw error;
  expect(error.code).toBe("mcp_failed");
  expect(error.message).toContain('MCP server "broken" could not be started: ');
  expect(error.message).toContain('mcpServers["broken"]');
  expect(childPids()).toEqual([]);
  return error;
}

test("A command that does not exist is named.", async () => {
  expect((await failure({ command: "no-such-command-here" })).message).toContain(
    'its command "no-such-command-here" was not found',
  );
});

test("A folder that does not exist is named.", async () => {
  expect((await failure({ ...fixture(), cwd: "/no/such/folder" })).message).toContain(
    'or its folder "/no/such/folder" was not found',
  );
});

test("A server that ends at once is reported with its exit code and what it printed.", async () => {
  const { message, data } = await failure(fixture("exit", "set API_KEY first"));
  expect(message).toContain("its process ended with exit code 3 during initialize");
  expect(message).toContain("  | set API_KEY first\n");
  expect(data).toMatchObject({ server: "broken", exit: { code: 3, signal: null }, stderr: "set API_KEY first" });
});

test("Only the last 64 KiB of what it printed are kept.", async () => {
  const { data } = await failure({
    command: process.execPath,
    args: ["-e", 'process.stderr.write("a".repeat(300000) + "end"); process.exitCode = 1'],
  });
  expect(data["stderr"]).toBe(`${"a".repeat(64 * 1024 - 3)}end`);
});

test("A server that does not answer is given up after the time for a start.", async () => {
  const { message } = await failure({ ...fixture("mute"), startupTimeoutSec: 1 });
  expect(message).toContain("no answer to initialize came within 1 s");
});

test("A server that refuses to list its tools is reported with its words.", async () => {
  expect((await failure(fixture("refuse"))).message).toContain("tools/list failed: MCP error -32603: no tools today");
});

test("A server whose pages never end is reported.", async () => {
  expect((await failure(fixture("endless"))).message).toContain('the server sent the cursor "again" twice');
});

test("A program that is no MCP server is reported with what it printed.", async () => {
  const { message } = await failure({ command: "echo", args: ["hello"] });
  expect(message).toContain("It printed to standard output, where only MCP messages belong: hello");
});

test("A log line on standard output does not keep a server from working.", async () => {
  const { executors, close } = await connect({ fix: fixture("noise") });
  await close();
  expect(executors.length).toBeGreaterThan(0);
});

test("When one server fails, none is left, and all failures are told.", async () => {
  const starting = connect({
    good: fixture(),
    one: fixture("exit", "first"),
    two: fixture("exit", "second"),
  });
  const error = await starting.then(
    () => undefined,
    (reason: unknown) => reason as IsocellError,
  );
  expect(error).toMatchObject({ code: "mcp_failed", data: { servers: ["one", "two"] } });
  expect(error?.message).toMatch(/"one"[^]*first[^]*"two"[^]*second/);
  expect(childPids()).toEqual([]);
});

test("Servers that are still starting are ended when they are closed.", async () => {
  const servers = await startServers({ mute: fixture("mute"), silent: fixture("stubborn-silent") });
  expect(servers.status().map(({ state }) => state)).toEqual(["starting", "starting"]);
  await servers.close();
  expect(servers.status().map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect(childPids()).toEqual([]);
});

test("A variable to pass on that is not set is named; one that is set arrives.", async () => {
  const missing = connect({ broken: { ...fixture(), envVars: ["ISOCELL_TEST_UNSET"] } });
  await expect(missing).rejects.toThrow("the environment variable ISOCELL_TEST_UNSET is not set");
  process.env["ISOCELL_TEST_SET"] = "for the server";
  const { executors, close } = await connect({ fix: { ...fixture(), envVars: ["ISOCELL_TEST_SET"] } });
  try {
    const tool = executors.find(({ spec }) => spec.description.includes("environment"));
    expect(textOf(await call(executors, tool?.name ?? ""))).toContain("for the server");
  } finally {
    delete process.env["ISOCELL_TEST_SET"];
    await close();
  }
});
