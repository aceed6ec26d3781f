import type { HostEvent } from "../events/events.ts";
import { httpSettings, serveSettings } from "./options.ts";
import type { ServeOptions } from "./options.ts";
import { loadServerSdk } from "./sdk.ts";
import type { ClientSession, ServedHost } from "./session/client-session.ts";

/** Events after which a client's list may be out of date. */
const CHANGES: ReadonlySet<HostEvent["type"]> = new Set<HostEvent["type"]>(["tools/changed"]);

/** A host that is served. */
export interface McpServing {
  /** Where clients connect; null over standard input and output. */
  readonly url: string | null;
  /** Clients at the moment. */
  readonly clients: () => number;
  /** Settles when serving has ended: it was closed, or the client at the other end of the streams is gone. */
  readonly closed: Promise<void>;
  /** Ends all clients, with their cells. The host stays open. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a host as an MCP server: `exec` and `wait`, a search where not all tools are described, and the direct tools of
 * the host's mode. Each client has a session of its own, which ends with its connection.
 *
 * Over standard output nothing else may be written to it meanwhile; `isocell serve` sees to that.
 *
 * @throws {IsocellError} `invalid_options`, also when the port cannot be listened on.
 */
export async function serveMcp(host: ServedHost, options: ServeOptions = {}): Promise<McpServing> {
  const settings = serveSettings(options);
  const http = options.http === undefined ? null : httpSettings(options.http);
  const parts = { host, sdk: await loadServerSdk(), settings };
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let clients: () => readonly ClientSession[];
  let url: string | null = null;
  let end: () => Promise<void>;
  if (http === null) {
    const { serveStdio } = await import("./stdio/serve-stdio.ts");
    const { input, output } = options.stdio ?? { input: process.stdin, output: process.stdout };
    const serving = await serveStdio(parts, input, output);
    let gone = false;
    void serving.closed.then(() => {
      gone = true;
      return close();
    });
    clients = () => (gone ? [] : [serving.client]);
    end = () => serving.client.close();
  } else {
    const { serveHttp } = await import("./http/serve-http.ts");
    const serving = await serveHttp(parts, http);
    ({ clients, url, close: end } = serving);
  }
  const unsubscribe = host.subscribe((event) => {
    // Nobody knows whose call a server speaks of: with many clients, one would be told of what another does.
    if (event.type === "server/log" && http === null) for (const client of clients()) client.passOn(event);
    if (!CHANGES.has(event.type)) return;
    for (const client of clients()) client.refresh().catch(ignore);
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    unsubscribe();
    closing ??= end().finally(resolve);
    return closing;
  };
  return { url, clients: () => clients().length, closed, close };
}

function ignore(): void {
  // The client has gone meanwhile, or the tools cannot be gathered, which its next request is told.
}
