import { expect, test } from "vitest";
import type { HostEvent, ToolExecutor } from "../../../host/index.ts";
import { sseServer, streamableServer } from "../../fixtures/mcp-http/mcp-server.ts";
import { started } from "../mcp/events.ts";
import { call, textOf } from "../mcp/fixture.ts";
import { logIn, protectedServers } from "./logins.ts";
import { closing } from "./servers.ts";

const SOON = { restarts: { firstMs: 10, maxMs: 20 } };

/** The arguments come back as a text. */
async function echo(executors: readonly ToolExecutor[]): Promise<string> {
  return textOf(await call(executors, "echo", { text: "hello" }));
}

function failures(seen: readonly HostEvent[]): readonly Extract<HostEvent, { type: "server/failed" }>[] {
  return seen.filter((event) => event.type === "server/failed");
}

test("A server that has lost the session is connected to anew, and the tools stay the same.", async () => {
  const { url, sessions } = closing(await streamableServer());
  const { servers, events } = await started({ web: { url } }, SOON);
  const executors = servers.offered().sources[0]?.executors ?? [];
  const [before] = sessions.keys();
  sessions.clear();
  expect(await echo(executors)).toMatch(/HTTP 404|Transport closed/u);
  await events.count("server/ready", 2);
  expect(await echo(executors)).toBe("hello");
  expect([...sessions.keys()]).toEqual([expect.not.stringMatching(before ?? "") as string]);
  expect(servers.offered().sources[0]?.executors).toBe(executors);
  expect(failures(events.seen)).toMatchObject([
    { server: "web", during: "work", message: 'MCP server "web" has lost the session.' },
  ]);
  expect(servers.status()).toMatchObject([{ state: "ready", losses: 1 }]);
});

test("While nothing listens at its URL, a server is tried again and again; calls say so, and work once it is back.", async () => {
  const first = await streamableServer();
  const port = Number(new URL(first.origin).port);
  const { servers, events } = await started({ web: { url: first.url } }, SOON);
  const executors = servers.offered().sources[0]?.executors ?? [];
  await first.close();
  // A connection that was kept breaks; only one that cannot be made tells that nothing is there.
  while (servers.status()[0]?.state === "ready") expect(await echo(executors)).toContain("tool call error");
  await events.count("server/failed", 3);
  expect(await echo(executors)).toMatch(
    /Transport closed\n {4}The server refuses connections and is connected to anew (?:in about [\d.]+ s|right now)\. Call again after that\.$/u,
  );
  closing(await streamableServer({ port }));
  await events.count("server/ready", 2);
  expect(await echo(executors)).toBe("hello");
});

test("A stream of the old protocol that ends is a loss, without any call.", async () => {
  const { url, server } = closing(await sseServer());
  const { servers, events } = await started({ web: { url, type: "sse" } }, SOON);
  server.closeAllConnections();
  await events.count("server/ready", 2);
  expect(failures(events.seen)[0]?.message).toBe('MCP server "web" ended its stream of events.');
  expect(await echo(servers.offered().sources[0]?.executors ?? [])).toBe("hello");
});

test("A server that wants a new login when it is connected to anew says which command gives it, and is asked ever more seldom.", async () => {
  const server = await protectedServers();
  await logIn(server);
  const { servers, events } = await started({ web: { url: server.url } }, { restarts: { firstMs: 40, maxMs: 10_000 } });
  const executors = servers.offered().sources[0]?.executors ?? [];
  server.sessions.clear();
  await echo(executors);
  server.accessTokens.clear();
  server.refreshTokens.clear();
  await events.count("server/failed", 4);
  const [, ...restarts] = failures(events.seen);
  for (const { during, message } of restarts) {
    expect(during).toBe("restart");
    expect(message).toContain("HTTP 401 Unauthorized");
    expect(message).toMatch(/\nThe server asks for a login: isocell login web$/u);
  }
  // Half of a pause is chance; each is twice as long as the one before.
  const pauses = restarts.map(({ retryMs }) => retryMs ?? 0);
  pauses.forEach((pause, index) => expect(pause).toBeGreaterThanOrEqual(40 * 2 ** index));
  expect(servers.status()[0]?.problem).toContain("isocell login web");
  await logIn(server);
  await events.count("server/ready", 2);
  expect(await echo(executors)).toBe("hello");
});
