import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLoopback } from "../../../host/mcp/oauth/loopback.ts";
import { until } from "../../support/processes.ts";
import { testHost } from "../../support/test-host.ts";
import { call } from "../mcp/fixture.ts";
import { logIn, protectedServers, visit } from "./logins.ts";
import { connect, failure, rawServer } from "./servers.ts";

test("Without a login the error says how to log in; after it, calls work, and the tokens are the user's alone.", async () => {
  const server = await protectedServers();
  const before = await failure({ url: server.url });
  expect(before.message).toContain("initialize failed: HTTP 401 Unauthorized");
  expect(before.message).toContain("\nThe server asks for a login: isocell login web");
  expect(before.data).toMatchObject({ status: 401 });
  expect(server.grants).toEqual([]);

  await logIn(server);
  const { executors } = await connect({ url: server.url });
  expect((await call(executors, "echo", { text: "hello" })).value).toMatchObject({ content: [{ text: "hello" }] });

  const folder = join(server.home, "isocell", "oauth");
  const files = await readdir(folder);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/) as string]);
  const modes = await Promise.all(
    [join(server.home, "isocell"), folder, server.store.file].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes.map((mode) => mode.toString(8))).toEqual(["700", "700", "600"]);
  expect(JSON.parse(await readFile(server.store.file, "utf8"))).toMatchObject({
    url: server.url,
    redirectUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
    client: { client_id: expect.any(String) as string },
    tokens: {
      access_token: expect.stringMatching(/^access-/) as string,
      refresh_token: expect.stringMatching(/^refresh-/) as string,
    },
  });
});

test("The login page gets what OAuth 2.1 asks for, and the configured headers go to the MCP server alone.", async () => {
  const server = await protectedServers();
  let page: URL | undefined;
  const config = { url: server.url, headers: { "x-key": "s3cret" }, scopes: ["write", "admin"] };
  const show = (shown: URL): void => {
    page = shown;
    void visit(shown);
  };
  await logIn(server, { config, show });
  expect(Object.fromEntries(page?.searchParams ?? [])).toEqual({
    response_type: "code",
    client_id: expect.any(String) as string,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    code_challenge_method: "S256",
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
    scope: "write admin",
    resource: server.url,
  });
  expect(server.authorization.requests.some(({ headers }) => "x-key" in headers)).toBe(false);
});

test("A callback with another state, another path or another host is turned away, and the login goes on.", async () => {
  const server = await protectedServers();
  const statuses: number[] = [];
  const show = async (page: URL): Promise<void> => {
    const back = page.searchParams.get("redirect_uri") ?? "";
    for (const attempt of [
      `${back}?code=evil&state=wrong`,
      `${back}?code=evil`,
      back.replace("callback", "x"),
      back.replace("127.0.0.1", "localhost"),
    ])
      statuses.push((await visit(attempt).catch(() => ({ status: 404 }))).status);
    const state = page.searchParams.get("state") ?? "";
    statuses.push((await visit(`${back}?state=${state}`)).status);
    statuses.push((await visit(page)).status);
  };
  await logIn(server, { show: (page) => void show(page) });
  expect(statuses).toEqual([400, 400, 404, 404, 400, 200]);
  expect(server.grants).toEqual(["authorization_code"]);
});

test("A second login uses the registration of the first, and keeps its tokens until it has new ones.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const first = await server.store.read();
  await expect(logIn(server, { show: () => {}, timeoutMs: 300 })).rejects.toThrow("nobody logged in within 0.3 s");
  expect(await server.store.read()).toEqual(first);
  await logIn(server);
  expect(server.registrations()).toBe(1);
  expect((await server.store.read()).tokens).not.toEqual(first.tokens);
});

test("A user who says no, and an answer of another authorization server, end the login.", async () => {
  const server = await protectedServers();
  server.behaviour.deny = true;
  await expect(logIn(server)).rejects.toMatchObject({
    code: "mcp_failed",
    message: 'The login at MCP server "web" failed: access_denied: not today.',
  });
  server.behaviour.deny = false;
  server.behaviour.issuer = "https://evil.example";
  await expect(logIn(server)).rejects.toThrow("the answer came from another authorization server");
  expect(server.grants).toEqual([]);
  expect(await server.store.read()).toEqual({});
});

test.each(["javascript:alert(1)", "file:///bin/sh"])("A login page at %s is never shown.", async (loginPage) => {
  const server = await protectedServers();
  server.behaviour.loginPage = loginPage;
  const shown: URL[] = [];
  await expect(logIn(server, { show: (page) => void shown.push(page) })).rejects.toMatchObject({ code: "mcp_failed" });
  expect(shown).toEqual([]);
});

test("A client of the configuration is used where nobody can register, with its secret from the environment.", async () => {
  const server = await protectedServers();
  const loopback = await openLoopback(0);
  loopback.close();
  const port = Number(new URL(loopback.redirectUrl).port);
  server.behaviour.client = { id: "mine", secret: "s3cret", redirectUris: [`http://127.0.0.1:${port}/callback`] };
  await expect(logIn(server)).rejects.toThrow("does not support dynamic client registration");
  vi.stubEnv("TEST_CLIENT_SECRET", "s3cret");
  onTestFinished(() => void vi.unstubAllEnvs());
  const oauth = { clientId: "mine", clientSecretEnvVar: "TEST_CLIENT_SECRET", callbackPort: port };
  const config = { url: server.url, oauth };
  await expect(logIn(server, { config })).rejects.toThrow("the environment variable TEST_CLIENT_SECRET is not set");
  await logIn(server, { config, variables: process.env });
  expect(await readFile(server.store.file, "utf8")).not.toContain("s3cret");

  const { executors } = await connect(config);
  server.accessTokens.clear();
  expect((await call(executors, "echo", { text: "hello" })).value).toMatchObject({ content: [{ text: "hello" }] });
  expect(server.grants).toEqual(["authorization_code", "refresh_token"]);
  expect(server.registrations()).toBe(1);
});

test("A host that is running takes up a server when somebody logs in.", async () => {
  const server = await protectedServers();
  const host = await testHost({ mcpServers: { web: { url: server.url } }, mode: "direct" });
  const state = (): string | undefined => host.servers()[0]?.state;
  const names = async (): Promise<string[]> => (await host.listConfiguredTools()).map(({ name }) => name);
  expect([await names(), state()]).toEqual([[], "failed"]);
  await logIn(server);
  await until("the server is there", () => state() === "ready");
  expect(await names()).toContain("echo");
});

test("A login can be given up.", async () => {
  const server = await protectedServers();
  const abort = new AbortController();
  await expect(logIn(server, { show: () => abort.abort(new Error("stop")), signal: abort.signal })).rejects.toThrow(
    "stop",
  );
});

test("A server that knows no OAuth, and one that is not there, are told as what they are.", async () => {
  const { store } = await protectedServers();
  const plain = await rawServer((_, response) => void response.writeHead(404).end("nothing"));
  await expect(logIn({ url: plain.origin, store })).rejects.toThrow(
    'The login at MCP server "web" failed: it says nothing about where to log in with OAuth; if it takes a token,',
  );
  await plain.close();
  await expect(logIn({ url: plain.origin, store })).rejects.toThrow(
    "failed: nothing listens there (connection refused).",
  );
});

test("A server whose configuration has a token needs no login.", async () => {
  const server = await protectedServers();
  const config = { url: server.url, envHeaders: { Authorization: "X" } };
  await expect(logIn(server, { config })).rejects.toMatchObject({ code: "invalid_options" });
});
