import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { startServers } from "../../../host/mcp/life/servers.ts";
import { sseServer, streamableServer } from "../../fixtures/mcp-http/mcp-server.ts";
import { closing, connect, failure, rawServer } from "./servers.ts";

const PREFIX = 'MCP server "web" could not be started: ';

test("A URL at which nothing listens is named, without its query.", async () => {
  const server = await rawServer(() => {});
  await server.close();
  const { message, data } = await failure({ url: `${server.origin}/mcp?key=s3cret` });
  expect(message).toBe(
    `${PREFIX}initialize failed: nothing listens there (connection refused).\nIts URL: ${server.origin}/mcp?***\n` +
      'Check that the server runs, and host and port of url of mcpServers["web"].',
  );
  expect(data).toEqual({ server: "web", url: `${server.origin}/mcp?***`, errno: "ECONNREFUSED" });
});

test("A token that the server refuses is told by the variable's name, and nothing repeats it.", async () => {
  process.env["ISOCELL_TEST_TOKEN"] = "s3cret-token";
  const server = await rawServer((request, response) => {
    response.writeHead(401).end(`no: ${request.headers.authorization} \u001b[31m${String(request.headers["x-key"])}`);
  });
  const error = await failure({
    url: `${server.origin}/mcp`,
    bearerTokenEnvVar: "ISOCELL_TEST_TOKEN",
    headers: { "x-key": "other-s3cret" },
  });
  expect(error.message).toBe(
    `${PREFIX}initialize failed: HTTP 401 Unauthorized: no: *** [31m***.\nIts URL: ${server.origin}/mcp\n` +
      'The server does not accept the token in ISOCELL_TEST_TOKEN; check it (mcpServers["web"]).',
  );
  const { cause, data, stack } = error;
  expect(JSON.stringify([data, stack, (cause as Error).message, (cause as Error).stack])).not.toContain("s3cret");
  expect(data).toMatchObject({ status: 401 });
});

test.each([
  [undefined, "is not set"],
  ["  ", "is empty"],
  ["a\nb", "holds characters that no header can have"],
])("The variable %j is refused before anything is sent.", async (value, what) => {
  const server = await rawServer(() => {});
  if (value === undefined) delete process.env["ISOCELL_TEST_VARIABLE"];
  else process.env["ISOCELL_TEST_VARIABLE"] = value;
  const { message } = await failure({ url: server.origin, envHeaders: { "x-a": "ISOCELL_TEST_VARIABLE" } });
  expect(message).toBe(
    `${PREFIX}the environment variable ISOCELL_TEST_VARIABLE ${what}.\nSet it, or change envHeaders["x-a"] of mcpServers["web"].`,
  );
  expect(server.requests).toEqual([]);
});

test("When both protocols are refused, both answers are told.", async () => {
  const server = await rawServer((request, response) => {
    response.writeHead(request.method === "POST" ? 404 : 410).end("<h1>gone\n away</h1>");
  });
  expect((await failure({ url: `${server.origin}/x` })).message).toMatch(
    /initialize failed: HTTP 404 Not Found: <h1>gone away<\/h1>; and for a stream of events, as servers of before 2025 have it: HTTP 410\.\nIts URL: .*\nCheck the path of url/,
  );
});

test.each([403, 429, 500, 503])("The status %s is told at once, without another attempt.", async (status) => {
  const server = await rawServer((_, response) => void response.writeHead(status).end());
  const { message, data } = await failure({ url: server.origin });
  expect(message).toContain(`initialize failed: HTTP ${status} `);
  expect(data).toMatchObject({ status });
  expect(server.requests.length).toBe(1);
});

const GARBAGE: readonly (readonly [string, string, string])[] = [
  ["text/html", "<html>", "Unexpected content type: text/html"],
  ["application/json", "{nonsense s3cret", "the answer is not JSON"],
  ["application/json", '{"a":1}', "the answer is not an MCP message"],
  ["application/json", '{"jsonrpc":"2.0","id":99,"result":{}}', "the server closed the connection before it answered"],
  [
    "text/event-stream",
    "data: nonsense\n\n",
    "the server closed the connection before it answered (what came: the answer is not JSON)",
  ],
  ["text/event-stream", "hello", "the server closed the connection before it answered"],
];

test.each(GARBAGE)("An answer of type %s that reads %j is told as what it is.", async (type, body, expected) => {
  const server = await rawServer((_, response) => void response.writeHead(200, { "content-type": type }).end(body));
  const { message } = await failure({ url: server.origin });
  expect(message).toContain(expected);
  expect(message).not.toContain("s3cret");
});

test("A server that says 202 to a request is not waited for.", async () => {
  const server = await rawServer((_, response) => void response.writeHead(202).end());
  expect((await failure({ url: server.origin })).message).toContain(
    "the server closed the connection before it answered",
  );
});

/** Writes as fast as it is read, until the other side has had enough. */
async function flood(response: ServerResponse, chunk: Buffer): Promise<void> {
  const gone = once(response, "close");
  let open = true;
  void gone.then(() => (open = false));
  while (open) if (!response.write(chunk)) await Promise.race([once(response, "drain"), gone]);
}

test("An error whose body never ends is told with its beginning.", async () => {
  const server = await rawServer(async (_, response) => {
    response.writeHead(500);
    await flood(response, Buffer.alloc(64 * 1024, "a"));
  });
  expect((await failure({ url: server.origin })).message).toContain(
    `HTTP 500 Internal Server Error: ${"a".repeat(300)}…`,
  );
});

test("An error whose body never comes is told without it.", async () => {
  const server = await rawServer((_, response) => void response.writeHead(500).write("a"));
  expect((await failure({ url: server.origin })).message).toContain("HTTP 500 Internal Server Error: a.");
});

test.each(["application/json", "text/event-stream"])(
  "An answer of type %s that never ends is given up when it is too long.",
  async (type) => {
    const server = await rawServer(async (_, response) => {
      response.writeHead(200, { "content-type": type });
      response.write(type === "application/json" ? "[" : "data: ");
      await flood(response, Buffer.alloc(8 * 1024 * 1024, "1"));
    });
    expect((await failure({ url: server.origin })).message).toMatch(
      /longer than 268435456 bytes|closed the connection/,
    );
  },
);

test("A server that never answers is given up after the time for a start, in either protocol.", async () => {
  const mute = await rawServer(() => {});
  expect((await failure({ url: mute.origin, startupTimeoutSec: 0.3 })).message).toContain(
    "no answer to initialize came within 0.3 s",
  );
  const half = await rawServer((request, response) => {
    if (request.method === "POST") response.writeHead(405).end();
    else response.writeHead(200, { "content-type": "text/event-stream" }).write(": hello\n\n");
  });
  for (const type of [{}, { type: "sse" as const }])
    expect((await failure({ url: half.origin, startupTimeoutSec: 0.3, ...type })).message).toContain(
      "no answer to initialize came within 0.3 s",
    );
});

test("A start can be given up.", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const server = await rawServer(() => resolve());
  const servers = await startServers({ web: { url: server.origin } });
  await asked;
  await servers.close();
  expect(servers.status()).toMatchObject([{ server: "web", state: "closed" }]);
});

test("A redirect to another host is not followed, and no secret goes there.", async () => {
  const other = closing(await streamableServer());
  const server = await rawServer(
    (_, response) => void response.writeHead(307, { location: `${other.url}?a=s3cret` }).end(),
  );
  const { message } = await failure({ url: server.origin, headers: { "x-key": "s3cret" } });
  expect(message).toContain(`Redirect to ${other.url} not followed`);
  expect(other.requests).toEqual([]);
});

test("A redirect on the same host is followed.", async () => {
  const server = closing(
    await streamableServer({
      guard: (request, response) => {
        if (request.url !== "/old") return false;
        response.writeHead(308, { location: "/mcp" }).end();
        return true;
      },
    }),
  );
  const { executors } = await connect({ url: `${server.origin}/old` });
  expect(executors.length).toBeGreaterThan(0);
});

test("A part of the path that looks like a key, or stands in the environment, is not shown.", async () => {
  process.env["ISOCELL_TEST_PATH"] = "hunter2";
  const server = await rawServer((request, response) => void response.writeHead(500).end(`at ${request.url}`));
  const { message } = await failure({ url: `${server.origin}/hunter2/a1b2c3d4e5f6a7b8c9d0/mcp` });
  expect(message).toContain(`${server.origin}/***/***/mcp`);
  expect(message).not.toMatch(/hunter2|a1b2c3/);
});

test("With the old protocol alone, a refusal and a URL at which nothing listens are told as well.", async () => {
  const server = await rawServer((_, response) => void response.writeHead(401).end());
  const config = { url: `${server.origin}/sse`, type: "sse" } as const;
  const refused = await failure(config);
  expect(refused.message).toContain("initialize failed: HTTP 401.\n");
  expect(refused.message).toContain("\nThe server asks for a login: isocell login web");
  await server.close();
  expect((await failure(config)).message).toContain("nothing listens there (connection refused)");
});

test("An endpoint of the old protocol on another host is refused.", async () => {
  const other = closing(await sseServer());
  const server = await rawServer((_, response) => {
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write(`event: endpoint\ndata: ${other.origin}/messages\n\n`);
  });
  expect((await failure({ url: server.origin, type: "sse" })).message).toContain("Endpoint origin does not match");
  expect(other.requests).toEqual([]);
});
