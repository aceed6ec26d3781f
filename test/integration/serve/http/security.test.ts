import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { testHost } from "../../../support/test-host.ts";
import { call, connectHttp, listen, texts } from "../clients.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request with headers that `fetch` would not send. */
function send(url: string, headers: Readonly<Record<string, string>>, body: string, method = "POST"): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const common = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const sent = request(url, { method, headers: { ...common, ...headers } }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => (text += part));
    response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
  });
  sent.on("error", reject).end(body);
  return promise;
}

describe("A server on the loopback interface", () => {
  test.each([
    ["a foreign Host", { host: "evil.example.com" }, 403],
    ["a foreign Host that begins like one of ours", { host: "localhost.evil.example.com:80" }, 403],
    ["a Host with a user", { host: "localhost@evil.example.com" }, 403],
    ["another address as Host", { host: "10.0.0.1" }, 403],
    ["a foreign Origin", { origin: "https://evil.example.com" }, 403],
    ["an Origin that is none", { origin: "null" }, 403],
    ["an Origin of another scheme", { origin: "file://localhost" }, 403],
    ["an Origin with a path", { origin: "http://localhost/x" }, 403],
    ["its own Origin", { origin: "http://localhost:6274" }, 200],
    ["a loopback name as Host", { host: "LOCALHOST:1234" }, 200],
    ["an IPv6 loopback Host", { host: "[::1]:80" }, 200],
  ])("answers a request with %s", async (_, headers, status) => {
    const { url } = await listen(await testHost({ mode: "code-only" }));
    expect((await send(url, headers, JSON.stringify(INITIALIZE))).status).toBe(status);
  });

  test("answers for names and origins that were allowed", async () => {
    const allowed = { allowedHosts: ["tunnel.example.com"], allowedOrigins: ["https://app.example.com"] };
    const { url } = await listen(await testHost({ mode: "code-only" }), allowed);
    const headers = { host: "tunnel.example.com", origin: "https://app.example.com" };
    expect((await send(url, headers, JSON.stringify(INITIALIZE))).status).toBe(200);
    expect((await send(url, { origin: "https://app.example.com:8443" }, "{}")).status).toBe(403);
  });

  test("with a token serves only who has it, and tells nothing to others", async () => {
    const serving = await listen(await testHost({ mode: "code-only" }), { token: "s3cret" });
    for (const authorization of [undefined, "s3cret", "Basic s3cret", "Bearer s3cre", "Bearer s3cret2", "Bearer  "]) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await send(serving.url, headers, JSON.stringify(INITIALIZE));
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.body).not.toContain("s3cret");
    }
    expect(serving.clients()).toBe(0);
    const { client } = await connectHttp(serving.url, { authorization: "Bearer s3cret" });
    expect(texts(await call(client, "exec", { source: "text(1)" }))[1]).toBe("1");
  });

  test("listens on another address with a token only", async () => {
    const host = await testHost({ mode: "code-only" });
    await expect(listen(host, { hostname: "0.0.0.0" })).rejects.toMatchObject({ code: "invalid_options" });
    await expect(listen(host, { token: "" })).rejects.toMatchObject({ code: "invalid_options" });
    const { url } = await listen(host, { hostname: "0.0.0.0", token: "t" });
    const headers = { authorization: "Bearer t" };
    const local = url.replace("0.0.0.0", "127.0.0.1");
    expect((await send(local, { ...headers, host: "10.0.0.1:80" }, JSON.stringify(INITIALIZE))).status).toBe(200);
    expect((await send(local, { ...headers, host: "evil.example.com" }, JSON.stringify(INITIALIZE))).status).toBe(403);
  });

  test("takes no body beyond its limit, whatever the header says of its length", async () => {
    const { url } = await listen(await testHost({ mode: "code-only" }), {}, { maxMessageBytes: 2000 });
    const large = JSON.stringify({ ...INITIALIZE, padding: "x".repeat(3000) });
    expect((await send(url, {}, large)).status).toBe(413);
    expect((await send(url, { "transfer-encoding": "chunked" }, large)).status).toBe(413);
    expect((await send(url, {}, JSON.stringify(INITIALIZE))).status).toBe(200);
  });

  test.each([
    ["nothing", "", 400],
    ["no JSON", "{", 400],
    ["bytes that are no text", "\u00ff\ud800", 400],
    ["a number", "1", 400],
    ["a method that is none of the first", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), 400],
    ["a batch", JSON.stringify([INITIALIZE, INITIALIZE]), 400],
    ["a deep array", "[".repeat(100_000) + "]".repeat(100_000), 400],
    ["a prototype", '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"initialize"}}', 400],
  ])("refuses a first message that is %s, and makes no session for it", async (_, body, status) => {
    const serving = await listen(await testHost({ mode: "code-only" }));
    expect((await send(serving.url, {}, body)).status).toBe(status);
    expect(serving.clients()).toBe(0);
  });

  test("refuses what the transport refuses, without keeping a session", async () => {
    const serving = await listen(await testHost({ mode: "code-only" }));
    expect((await send(serving.url, { accept: "text/html" }, JSON.stringify(INITIALIZE))).status).toBe(406);
    expect((await send(serving.url, { "content-type": "text/plain" }, JSON.stringify(INITIALIZE))).status).toBe(415);
    expect((await send(serving.url, {}, "", "PUT")).status).toBe(405);
    expect((await send(serving.url, {}, "", "GET")).status).toBe(400);
    expect((await send(serving.url.replace("/mcp", "/other"), {}, "{}")).status).toBe(404);
    expect((await send(serving.url, { "mcp-session-id": "1" }, "{}")).status).toBe(404);
    expect((await send(serving.url, { "mcp-session-id": "__proto__" }, "", "DELETE")).status).toBe(404);
    expect(serving.clients()).toBe(0);
  });

  test("survives hostile messages within a session", async () => {
    const { url } = await listen(await testHost({ mode: "code-only" }));
    const { client, transport } = await connectHttp(url);
    const headers = { "mcp-session-id": transport.sessionId ?? "" };
    const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    const hostile = [
      '{"jsonrpc":"1.0"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":99,"result":{}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}',
      `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"wait","arguments":${deep}}}`,
      `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"exec","arguments":{"source":"1","__proto__":1}}}`,
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":["exec"]}}',
    ];
    for (const body of hostile) expect((await send(url, headers, body)).status).toBeLessThan(500);
    expect(texts(await call(client, "exec", { source: "text('alive')" }))[1]).toBe("alive");
  });
});
