import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sseServer, streamableServer } from "../../fixtures/mcp-http/mcp-server.ts";
import { call } from "../mcp/fixture.ts";
import { closing, connect, rawServer } from "./servers.ts";

const HOLDER = fileURLToPath(new URL("../../fixtures/mcp-http/holder.ts", import.meta.url));

function texts(result: Awaited<ReturnType<typeof call>>): string {
  return JSON.stringify(result.value);
}

test.each(["streamable", "sse"])("After closing, nothing of a %s connection keeps a process alive.", async (kind) => {
  const { url, requests } = closing(kind === "sse" ? await sseServer() : await streamableServer());
  const holder = spawn(process.execPath, [HOLDER, url], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(holder.stdout, "data")) as [Buffer];
  const closedAt = performance.now();
  const [code] = (await once(holder, "exit")) as [number];
  expect(code).toBe(0);
  expect(JSON.parse(line.toString())).toMatchObject({ text: "hello" });
  // Less than the time for which a connection is kept for reuse.
  expect(performance.now() - closedAt).toBeLessThan(3000);
  expect(requests.length).toBeGreaterThan(3);
});

test("Closing settles calls under way at once, and may be done twice.", async () => {
  const { url, sessions } = closing(await streamableServer());
  const { executors, close } = await connect({ url });
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const calling = call(executors, "slow", { steps: 1000, everyMs: 10 }, { onProgress: () => resolve() });
  await begun;
  await Promise.all([close(), close()]);
  expect(texts(await calling)).toContain("Transport closed");
  expect(texts(await call(executors, "echo", { text: "a" }))).toContain("Transport closed");
  expect(sessions.size).toBe(0);
});

test("A server that does not answer the end of the session is not waited for long.", async () => {
  const { url } = closing(await streamableServer({ guard: (request) => request.method === "DELETE" }));
  const { close } = await connect({ url });
  const begin = performance.now();
  await close();
  expect(performance.now() - begin).toBeLessThan(4000);
});

test("A server that breaks the connection during a call settles it at once.", async () => {
  for (const server of [closing(await streamableServer()), closing(await sseServer())]) {
    const { executors } = await connect({ url: server.url });
    const calling = call(
      executors,
      "slow",
      { steps: 1000, everyMs: 10 },
      { onProgress: () => server.server.closeAllConnections() },
    );
    expect(texts(await calling)).toMatch(/the server closed the connection before it answered|Transport closed/);
  }
});

test("A server that has lost the session counts as gone.", async () => {
  const { url, sessions } = closing(await streamableServer());
  const { executors } = await connect({ url });
  sessions.clear();
  expect(texts(await call(executors, "echo", { text: "a" }))).toMatch(/HTTP 404|Transport closed/);
  expect(texts(await call(executors, "echo", { text: "a" }))).toContain("Transport closed");
});

test("A call that is refused fails alone, with status and words of the server but no secret.", async () => {
  process.env["ISOCELL_TEST_TOKEN"] = "s3cret-token";
  let refuse = true;
  const { url } = closing(
    await streamableServer({
      guard: (request, response, body) => {
        if (!body.includes("tools/call") || !refuse) return false;
        response.writeHead(503).end(`busy ${request.headers.authorization}`);
        return true;
      },
    }),
  );
  const { executors } = await connect({ url, bearerTokenEnvVar: "ISOCELL_TEST_TOKEN" });
  expect(texts(await call(executors, "echo", { text: "a" }))).toContain("HTTP 503 Service Unavailable: busy ***");
  refuse = false;
  expect(texts(await call(executors, "echo", { text: "a" }))).toContain('"a"');
});

test("A call whose answer never ends is given up after its time, and its connection with it.", async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const { url } = closing(
    await streamableServer({
      guard: (_, response, body) => {
        if (!body.includes("tools/call")) return false;
        response.on("close", resolve).writeHead(200, { "content-type": "application/json" }).write("[");
        return true;
      },
    }),
  );
  const { executors } = await connect({ url, toolTimeoutSec: 0.2 });
  expect(texts(await call(executors, "echo", { text: "a" }))).toContain("timed out awaiting tools/call after 200ms");
  await gone;
});

test("A stream that breaks off before the answer is asked to go on where it stopped.", async () => {
  const seen: (string | undefined)[] = [];
  const answer = (id: unknown, result: object): string => JSON.stringify({ jsonrpc: "2.0", id, result });
  const server = await rawServer((request, response, body) => {
    const events = { "content-type": "text/event-stream" };
    if (request.method === "DELETE") return void response.writeHead(200).end();
    if (request.method === "GET") {
      const last = request.headers["last-event-id"];
      if (last === undefined) return void response.writeHead(405).end();
      seen.push(String(last));
      const done = answer(2, { content: [{ type: "text", text: "resumed" }] });
      return void response
        .writeHead(200, events)
        .end(seen.length < 3 ? "id: e1\nretry: 1\ndata:\n\n" : `data: ${done}\n\n`);
    }
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "x", version: "1" },
      },
      "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
    };
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/call") return void response.writeHead(200, events).end("id: e1\nretry: 1\ndata:\n\n");
    response.writeHead(200, { "content-type": "application/json" }).end(answer(id, results[method] ?? {}));
  });
  const { executors } = await connect({ url: server.origin });
  expect(texts(await call(executors, "t"))).toContain("resumed");
  expect(seen).toEqual(["e1", "e1", "e1"]);
});
