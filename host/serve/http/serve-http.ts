import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { IsocellError } from "../../../protocol/index.ts";
import type { ClientParts, ClientSession } from "../session/client-session.ts";
import type { HttpSettings } from "../options.ts";
import { ClientTable } from "./client-table.ts";
import { readBody } from "./read-body.ts";
import { RequestGuard } from "./request-guard.ts";
import type { Refusal } from "./request-guard.ts";

/** Where clients connect. */
const MCP_PATH = "/mcp";

/** JSON-RPC codes of what goes wrong outside of any session. */
const CODES: Readonly<Record<number, number>> = { 400: -32_600, 404: -32_001 };
const OTHER_CODE = -32_000;

/** A server that listens. */
export interface HttpServing {
  readonly url: string;
  readonly clients: () => readonly ClientSession[];
  /** Ends all sessions and connections. */
  readonly close: () => Promise<void>;
}

/** Serves clients over Streamable HTTP. Rejects with `invalid_options` when the address can't be listened on. */
export async function serveHttp(
  parts: Omit<ClientParts, "onClosed" | "hasOwnStream">,
  settings: HttpSettings,
): Promise<HttpServing> {
  const guard = new RequestGuard(settings);
  const table = new ClientTable(parts, settings);
  const { maxMessageBytes } = parts.settings;
  const server = createServer((request, response) => {
    answer(request, response, { guard, table, maxMessageBytes, isInitialize: parts.sdk.isInitialize }).catch(() => {
      // The client went away in the middle of its own request, or sent what even the SDK did not expect.
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: "The request could not be handled." });
    });
  });
  try {
    await listen(server, settings);
  } catch (cause) {
    await table.close();
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new IsocellError("invalid_options", `Nothing can be served over HTTP: ${message}.`, { cause });
  }
  const { port } = server.address() as AddressInfo;
  const host = settings.hostname.includes(":") ? `[${settings.hostname}]` : settings.hostname;
  return {
    url: `http://${host}:${port}${MCP_PATH}`,
    clients: () => table.list(),
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await table.close();
      server.closeAllConnections();
      await promise;
    },
  };
}

interface Answering {
  readonly guard: RequestGuard;
  readonly table: ClientTable;
  readonly maxMessageBytes: number;
  readonly isInitialize: (value: unknown) => boolean;
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: Answering): Promise<void> {
  const { guard, table, maxMessageBytes, isInitialize } = parts;
  const refusal = guard.check(request.headers);
  if (refusal !== null) return refuse(response, refusal);
  const [path] = (request.url ?? "").split("?", 1);
  if (path !== MCP_PATH) return refuse(response, { status: 404, message: `There is nothing here; use ${MCP_PATH}.` });
  const id = request.headers["mcp-session-id"];
  const client = typeof id === "string" ? table.get(id) : undefined;
  if (id !== undefined && client === undefined) {
    return refuse(response, { status: 404, message: "Session not found: start another one with initialize." });
  }
  if (request.method !== "POST") {
    if (client !== undefined) return client.handle(request, response, undefined);
    const allowed = request.method === "GET" || request.method === "DELETE";
    const message = allowed ? "The header Mcp-Session-Id is missing." : "Use POST, GET or DELETE.";
    return refuse(response, { status: allowed ? 400 : 405, message, headers: { allow: "GET, POST, DELETE" } });
  }
  const body = await readBody(request, maxMessageBytes);
  if ("refusal" in body) return refuse(response, body.refusal);
  if (client !== undefined) return client.handle(request, response, body.json);
  if (!isInitialize(body.json)) {
    return refuse(response, { status: 400, message: "The header Mcp-Session-Id is missing: start with initialize." });
  }
  if (await table.start(request, response, body.json)) return;
  refuse(response, {
    status: 503,
    message: "All sessions are in use; try again later.",
    headers: { "retry-after": "5" },
  });
}

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  const error = { code: CODES[status] ?? OTHER_CODE, message };
  // What is left of a request that was not read must not be taken for the next one.
  response.writeHead(status, { ...headers, "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}

function listen(server: Server, { port, hostname }: HttpSettings): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, hostname, () => {
    server.off("error", reject);
    resolve();
  });
  return promise;
}
