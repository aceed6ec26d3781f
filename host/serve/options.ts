import type { Readable, Writable } from "node:stream";
import { IsocellError } from "../../protocol/index.ts";

/** Options of `serveMcp`. All are optional; without `http`, one client is served over standard input and output. */
export interface ServeOptions {
  /** Serve many clients over Streamable HTTP instead. */
  readonly http?: HttpOptions;
  /** Streams to use instead of this process's own. Not with `http`. */
  readonly stdio?: { readonly input: Readable; readonly output: Writable };
  /** When `exec` answers although the script still runs, unless the call says otherwise, in ms. Default 30,000. */
  readonly yieldTimeMs?: number;
  /**
   * Longest time that one `exec` or `wait` takes, whatever the call says, in ms. Default 50,000: many clients give up a
   * request after 60 s, and a request that is given up ends its script. `null`: the host's own limit alone.
   */
  readonly maxYieldTimeMs?: number | null;
  /** Most tokens that the descriptions of `exec` and `tool_search` spend on single tools. Default 6,000. */
  readonly descriptionTokens?: number;
  /** Longest message of a client in bytes. Default 10 MiB. */
  readonly maxMessageBytes?: number;
}

/** How to serve over HTTP. */
export interface HttpOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** The address to listen on. Default `127.0.0.1`; any other than a loopback address needs a `token`. */
  readonly hostname?: string;
  /** What clients have to send as `Authorization: Bearer …`. Default: nothing. */
  readonly token?: string;
  /** Names besides those of the loopback interface by which clients may reach the server (the header `Host`). */
  readonly allowedHosts?: readonly string[];
  /** Origins (`https://app.example.com`) besides those of the loopback interface whose pages may send requests. */
  readonly allowedOrigins?: readonly string[];
  /** Client sessions at once. The one that was idle longest makes room for another. Default 64. */
  readonly maxSessions?: number;
  /** Milliseconds without any request or open stream after which a session is closed. Default 30 minutes. */
  readonly sessionIdleMs?: number;
}

/** Options with their defaults. */
export interface ServeSettings {
  readonly yieldTimeMs: number;
  readonly maxYieldTimeMs: number | null;
  readonly descriptionTokens: number;
  readonly maxMessageBytes: number;
}

/** Options for HTTP with their defaults. */
export type HttpSettings = Required<Omit<HttpOptions, "token">> & { readonly token: string | null };

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Fills in defaults. Throws `invalid_options`. */
export function serveSettings(options: ServeOptions): ServeSettings {
  const { yieldTimeMs = 30_000, maxYieldTimeMs = 50_000, descriptionTokens = 6_000 } = options;
  const { maxMessageBytes = 10 * 1024 * 1024 } = options;
  checkWhole("yieldTimeMs", yieldTimeMs, 0);
  if (maxYieldTimeMs !== null) checkWhole("maxYieldTimeMs", maxYieldTimeMs, 0);
  checkWhole("descriptionTokens", descriptionTokens, 0);
  checkWhole("maxMessageBytes", maxMessageBytes, 1024);
  if (options.http !== undefined && options.stdio !== undefined) {
    throw new IsocellError("invalid_options", "serveMcp serves over http or stdio, not both: leave one out.");
  }
  return { yieldTimeMs, maxYieldTimeMs, descriptionTokens, maxMessageBytes };
}

/** Fills in defaults. Throws `invalid_options`. */
export function httpSettings(options: HttpOptions): HttpSettings {
  const { port, hostname = "127.0.0.1", token = null, allowedHosts = [], allowedOrigins = [] } = options;
  const { maxSessions = 64, sessionIdleMs = 30 * 60_000 } = options;
  checkWhole("http.port", port, 0, 65_535);
  checkWhole("http.maxSessions", maxSessions, 1);
  checkWhole("http.sessionIdleMs", sessionIdleMs, 1);
  if (token === "") throw new IsocellError("invalid_options", "http.token is empty: anybody could send it.");
  if (token === null && !LOOPBACK.has(hostname)) {
    throw new IsocellError(
      "invalid_options",
      `http.hostname is ${hostname}, which others may reach: set http.token, or listen on 127.0.0.1.`,
    );
  }
  return { port, hostname, token, allowedHosts, allowedOrigins, maxSessions, sessionIdleMs };
}

function checkWhole(name: string, value: number, min: number, max: number = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  throw new IsocellError("invalid_options", `${name} must be a whole number ${range}; it is ${String(value)}.`);
}
