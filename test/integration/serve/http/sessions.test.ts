import { describe, expect, test } from "vitest";
import { holdTool, testHost } from "../../../support/test-host.ts";
import { until } from "../../../support/processes.ts";
import { call, connectHttp, header, listen, texts } from "../clients.ts";

const POST = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

describe("A session over HTTP", () => {
  test("ends with DELETE, with its cells, and its id is worth nothing then", async () => {
    const { tool, call: held } = holdTool();
    const serving = await listen(await testHost({ tools: [tool], mode: "code-only" }));
    const { client, transport } = await connectHttp(serving.url);
    await call(client, "exec", { source: "yield_control(); await tools.hold()" });
    const { signal } = await held(0);
    const id = transport.sessionId ?? "";
    await transport.terminateSession();
    await until("the session is closed", () => serving.clients() === 0);
    expect(signal.aborted).toBe(true);
    const answer = await fetch(serving.url, {
      method: "POST",
      headers: { ...POST, "mcp-session-id": id },
      body: PING,
    });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: -32_001 } }]);
  });

  test("whose client is gone in the middle of a script leaves no cell, and the session goes when it was idle", async () => {
    const { tool, call: held } = holdTool();
    const host = await testHost({ tools: [tool], mode: "code-only" });
    const ended = new Promise((resolve) => {
      host.subscribe((event) => {
        if (event.type === "cell/end") resolve(event.status);
      });
    });
    const serving = await listen(host, { sessionIdleMs: 2000 });
    const { client } = await connectHttp(serving.url);
    const request = call(client, "exec", { source: "await tools.hold()" });
    request.catch(() => undefined);
    const { signal } = await held(0);
    // Closes the connection without a word, as a process that ends does.
    await client.close();
    expect(await ended).toBe("terminated");
    expect(signal.aborted).toBe(true);
    await until("the session is closed", () => serving.clients() === 0);
  });

  test("is closed when nothing happened for a while, and not while a stream is open", async () => {
    const serving = await listen(await testHost({ mode: "code-only" }), { sessionIdleMs: 2000 });
    const listening = await openSession(serving.url);
    const abort = new AbortController();
    const stream = await fetch(serving.url, {
      headers: { accept: "text/event-stream", "mcp-session-id": listening },
      signal: abort.signal,
    });
    expect(stream.status).toBe(200);
    await openSession(serving.url);
    // The second one began later and goes first.
    await until("the idle session is closed", () => serving.clients() === 1);
    const answer = await fetch(serving.url, {
      method: "POST",
      headers: { ...POST, "mcp-session-id": listening },
      body: PING,
    });
    expect(answer.status).toBe(200);
    await answer.text();
    abort.abort();
    await until("the other session is closed, too", () => serving.clients() === 0);
  });

  test("makes room when there are too many: the longest idle goes, and what is busy stays", async () => {
    const { tool, call: held } = holdTool();
    const serving = await listen(await testHost({ tools: [tool], mode: "code-only" }), { maxSessions: 1 });
    const first = await connectHttp(serving.url);
    const busy = call(first.client, "exec", { source: "await tools.hold(); text('served')" });
    const { resolve } = await held(0);
    await expect(connectHttp(serving.url)).rejects.toThrow("All sessions are in use");
    resolve(null);
    expect(texts(await busy)).toEqual([header("Script completed"), "served"]);
    await first.client.close();
    await until("its stream is gone", () => serving.clients() === 1);
    const second = await connectEventually(serving.url);
    expect((await second.client.listTools()).tools).toHaveLength(2);
    expect(serving.clients()).toBe(1);
    const id = first.transport.sessionId ?? "";
    expect((await fetch(serving.url, { method: "DELETE", headers: { "mcp-session-id": id } })).status).toBe(404);
  });

  test("is gone with all others when serving ends, and the host goes on", async () => {
    const host = await testHost({ mode: "code-only" });
    const serving = await listen(host);
    await connectHttp(serving.url);
    await Promise.all([serving.close(), serving.close(), serving.closed]);
    expect(serving.clients()).toBe(0);
    await expect(fetch(serving.url)).rejects.toThrow("fetch failed");
    expect((await host.openSession().run("text(1)")).status).toBe("completed");
  });
});

/** A session without a stream of its own, as few clients have them; answers its id. */
async function openSession(url: string): Promise<string> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const answer = await fetch(url, { method: "POST", headers: POST, body });
  await answer.text();
  return answer.headers.get("mcp-session-id") ?? "";
}

/** A connection, as soon as there is room for it. */
async function connectEventually(url: string): ReturnType<typeof connectHttp> {
  for (;;) {
    try {
      return await connectHttp(url);
    } catch (error) {
      if (!String(error).includes("All sessions are in use")) throw error;
    }
  }
}
