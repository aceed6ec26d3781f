import { expect, test } from "vitest";
import { call } from "../mcp/fixture.ts";
import { logIn, protectedServers } from "./logins.ts";
import { connect, failure, rawServer } from "./servers.ts";

function shown(result: Awaited<ReturnType<typeof call>>): string {
  return JSON.stringify(result.value);
}

test("A token that has expired is renewed, once for all calls that run side by side.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const first = await server.store.read();
  const { executors } = await connect({ url: server.url });
  server.accessTokens.clear();
  const results = await Promise.all([1, 2, 3, 4, 5].map((text) => call(executors, "echo", { text: String(text) })));
  for (const result of results) expect(shown(result)).not.toContain("isError");
  expect(server.grants).toEqual(["authorization_code", "refresh_token"]);
  const second = await server.store.read();
  expect(second.tokens?.access_token).not.toBe(first.tokens?.access_token);
  expect(second.client).toEqual(first.client);
});

test("Two connections that share a login renew it once: a refresh token is good for one use.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const [one, two] = [await connect({ url: server.url }), await connect({ url: server.url })];
  server.accessTokens.clear();
  const results = await Promise.all([one, two].map(({ executors }) => call(executors, "echo", { text: "a" })));
  for (const result of results) expect(shown(result)).not.toContain("isError");
  expect(server.grants).toEqual(["authorization_code", "refresh_token"]);
});

test("A connection that began without a login takes one that came later.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const { executors } = await connect({ url: server.url });
  server.accessTokens.clear();
  server.refreshTokens.clear();
  const refused = shown(await call(executors, "echo", { text: "a" }));
  expect(refused).toContain("HTTP 401 Unauthorized");
  expect(refused).toContain("The server asks for a login: isocell login web");
  expect(refused).not.toMatch(/access-|refresh-/);
  expect((await server.store.read()).tokens).toBeUndefined();
  await logIn(server);
  expect(shown(await call(executors, "echo", { text: "back" }))).toContain("back");
});

test("While the authorization server has a problem the login is kept, and the error says so.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const before = await server.store.read();
  server.accessTokens.clear();
  server.behaviour.tokenStatus = 503;
  const { message } = await failure({ url: server.url });
  expect(message).toContain(
    "initialize failed: the login could not be renewed: its authorization server did not answer",
  );
  expect(message).toContain("\nTry again later, or log in anew: isocell login web");
  expect(await server.store.read()).toEqual(before);
  delete server.behaviour.tokenStatus;
  const { executors } = await connect({ url: server.url });
  expect(executors.length).toBeGreaterThan(0);
  expect(server.registrations()).toBe(1);
});

test("A server that wants more rights says which command gives them.", async () => {
  await protectedServers();
  const server = await rawServer((_, response) => {
    response.setHeader("www-authenticate", 'Bearer error="insufficient_scope", scope="admin"');
    response.writeHead(403).end();
  });
  expect((await failure({ url: server.origin })).message).toContain(
    "with more of scopes (it wants admin): isocell login web",
  );
});

test("A connection whose login gives too few rights takes one with more as soon as it is there.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const first = (await server.store.read()).tokens?.access_token ?? "";
  const { executors } = await connect({ url: server.url });
  server.weakTokens.add(first);
  const refused = shown(await call(executors, "echo", { text: "a" }));
  expect(refused).toContain("with more of scopes (it wants read write): isocell login web");
  await logIn(server);
  expect(shown(await call(executors, "echo", { text: "back" }))).toContain("back");
  expect(server.grants).toEqual(["authorization_code", "authorization_code"]);
});
