import { expect, test } from "vitest";
import type { ToolProgress } from "../../../tools/index.ts";
import { sseServer, streamableServer } from "../../fixtures/mcp-http/mcp-server.ts";
import { TOOLS } from "../../fixtures/mcp-server/tools.ts";
import { call } from "../mcp/fixture.ts";
import { closing, connect } from "./servers.ts";

async function use(url: string, extra: object = {}): Promise<readonly ToolProgress[]> {
  const { executors, close } = await connect({ url, ...extra });
  expect(executors.length).toBe(TOOLS.length);
  expect((await call(executors, "echo", { text: "hello" })).output.content.at(-1)).toMatchObject({ text: "hello" });
  const progress: ToolProgress[] = [];
  const slow = await call(executors, "slow", { everyMs: 1 }, { onProgress: (step) => progress.push(step) });
  expect(slow.value).toEqual({ content: [{ type: "text", text: "done" }] });
  expect((await call(executors, "fail")).value).toMatchObject({ isError: true });
  await close();
  return progress;
}

test("Streamable HTTP: tools are listed and called, with progress and errors, and the session is ended.", async () => {
  const { url, requests, sessions } = closing(await streamableServer());
  expect((await use(url)).map(({ progress }) => progress)).toEqual([1, 2, 3]);
  expect(sessions.size).toBe(0);
  const ids = new Set(requests.slice(1).map(({ headers }) => headers["mcp-session-id"]));
  expect([...ids]).toEqual([expect.any(String) as string]);
  expect(requests.at(-1)?.method).toBe("DELETE");
  expect(requests.map(({ method }) => method).filter((method) => method === "GET")).toEqual(["GET"]);
  expect(requests[0]?.headers).toMatchObject({ accept: "application/json, text/event-stream" });
  expect(requests[1]?.headers["mcp-protocol-version"]).toEqual(expect.any(String) as string);
});

test("Streamable HTTP with JSON answers works as well.", async () => {
  const { url } = closing(await streamableServer({ json: true }));
  await use(url);
});

test.each([405, 404, 400])("A server of the old protocol that answers %s is spoken to in it.", async (status) => {
  const { url, requests } = closing(await sseServer(status));
  expect((await use(url)).length).toBe(3);
  expect(requests.slice(0, 3).map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toEqual([
    "POST /sse",
    "GET /sse",
    "POST /messages",
  ]);
});

test("The type sse speaks the old protocol at once.", async () => {
  const { url, requests } = closing(await sseServer());
  await use(url, { type: "sse" });
  expect(requests[0]).toMatchObject({ method: "GET", path: "/sse" });
});

test("Headers, variables and the token are sent with every request, and to nobody else.", async () => {
  process.env["ISOCELL_TEST_TOKEN"] = "token-1\n";
  process.env["ISOCELL_TEST_KEY"] = "key-1";
  for (const server of [closing(await streamableServer()), closing(await sseServer())]) {
    await use(server.url, {
      headers: { "X-Plain": "p" },
      envHeaders: { "X-Key": "ISOCELL_TEST_KEY" },
      bearerTokenEnvVar: "ISOCELL_TEST_TOKEN",
    });
    for (const { headers } of server.requests)
      expect(headers).toMatchObject({ "x-plain": "p", "x-key": "key-1", authorization: "Bearer token-1" });
  }
});

test("A call that is aborted is cancelled at the server, and its connection ends.", async () => {
  const { url } = closing(await streamableServer());
  const { executors } = await connect({ url });
  const before = Number(((await call(executors, "cancelled")).output.content.at(-1) as { text: string }).text);
  const abort = new AbortController();
  const calling = call(
    executors,
    "slow",
    { steps: 20, everyMs: 10 },
    { signal: abort.signal, onProgress: () => abort.abort() },
  );
  await expect(calling).rejects.toThrow(/abort/i);
  const after = await call(executors, "cancelled");
  expect(after.output.content.at(-1)).toMatchObject({ text: String(before + 1) });
});
