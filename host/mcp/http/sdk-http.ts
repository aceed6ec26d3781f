// The one file that imports the SDK's HTTP parts, and only when a server is reached by URL.
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike, Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

export type { FetchLike, StreamableHTTPClientTransport };

/** What this package uses of them at run time. */
export interface HttpSdk {
  readonly newStreamable: (url: URL, fetch: FetchLike) => StreamableHTTPClientTransport;
  readonly newSse: (url: URL, fetch: FetchLike) => Transport;
}

/** How often, and how soon, a stream that ended is asked for again. */
const RECONNECTS = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 4,
};

/** Loads them. */
export async function loadHttpSdk(): Promise<HttpSdk> {
  const [streamable, sse] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/client/sse.js"),
  ]);
  return {
    newStreamable: (url, fetch) =>
      new streamable.StreamableHTTPClientTransport(url, { fetch, reconnectionOptions: RECONNECTS }),
    // oxlint-disable-next-line typescript/no-deprecated -- servers of before 2025 speak nothing else
    newSse: (url, fetch) => new sse.SSEClientTransport(url, { fetch }),
  };
}
