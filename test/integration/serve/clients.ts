import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { serveMcp } from "../../../host/serve/index.ts";
import type { HttpOptions, McpServing, ServedHost, ServeOptions } from "../../../host/serve/index.ts";

/** A client and what serves it. */
export interface Connected {
  readonly client: Client;
  readonly serving: McpServing;
}

function newClient(capabilities: ClientCapabilities = {}): Client {
  return new Client({ name: "test", version: "1.0.0" }, { capabilities });
}

/** A client of a host over a pair of streams; both are closed when the test ends. */
export async function connectStreams(
  host: ServedHost,
  options: Omit<ServeOptions, "http" | "stdio"> = {},
  capabilities: ClientCapabilities = {},
): Promise<Connected & { readonly toServer: PassThrough; readonly fromServer: PassThrough }> {
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  const serving = await serveMcp(host, { ...options, stdio: { input: toServer, output: fromServer } });
  onTestFinished(() => serving.close());
  const client = newClient(capabilities);
  // The transport of servers reads one stream and writes another, which is all that a client needs, too.
  await client.connect(new StdioServerTransport(fromServer, toServer));
  return { client, serving, toServer, fromServer };
}

/** A host over HTTP on a free port, until the test ends. */
export async function listen(
  host: ServedHost,
  http: Partial<HttpOptions> = {},
  options: Omit<ServeOptions, "http" | "stdio"> = {},
): Promise<McpServing & { readonly url: string }> {
  const serving = await serveMcp(host, { ...options, http: { port: 0, ...http } });
  onTestFinished(() => serving.close());
  return { ...serving, url: serving.url ?? "" };
}

/** As `fetch`, but for the stream that a client would open for itself. */
export const withoutOwnStream: typeof fetch = async (url, init) =>
  init?.method === "GET" ? new Response(null, { status: 405 }) : fetch(url, init);

/** A client of a server that listens; closed when the test ends. */
export async function connectHttp(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  capabilities: ClientCapabilities = {},
  fetchWith: typeof fetch = fetch,
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: fetchWith });
  const client = newClient(capabilities);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

/** Calls a tool. */
export async function call(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: Parameters<Client["callTool"]>[2] = {},
): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
}

/** Texts of a result, in order; of other blocks their type. The time in a header is taken out. */
export function texts(result: CallToolResult): readonly string[] {
  return result.content.map((block) =>
    block.type === "text" ? block.text.replace(/Wall time \d+\.\d seconds/u, "Wall time … seconds") : block.type,
  );
}

/** The header of what a script answers. */
export function header(status: string): string {
  return `${status}\nWall time … seconds\nOutput:\n`;
}
