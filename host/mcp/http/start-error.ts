import { IsocellError } from "../../../protocol/index.ts";
import type { HttpServerConfig } from "../server-config.ts";
import type { StartAttempt } from "../server-link.ts";
import { HttpFailure } from "./texts/failure.ts";

/** What is known of a server that could not be reached. */
export interface HttpStartFailure extends StartAttempt {
  readonly server: string;
  readonly config: HttpServerConfig;
  /** The URL without secrets. */
  readonly url: string;
  /** The cause in words without secrets. */
  readonly failure: Error;
  /** What came and was no message. */
  readonly noise: string | undefined;
}

/** The error for a server that could not be reached: which one, where, what failed, what to do. It holds no secret. */
export function httpStartError(failed: HttpStartFailure): IsocellError {
  const { server, url, failure } = failed;
  const { status, errno } = failure instanceof HttpFailure ? failure : {};
  return new IsocellError(
    "mcp_failed",
    `MCP server "${server}" could not be started: ${reason(failed)}.\nIts URL: ${url}\n${advice(failed)}`,
    {
      data: { server, url, ...(status === undefined ? {} : { status }), ...(errno === undefined ? {} : { errno }) },
      cause: failure,
    },
  );
}

function reason({ doing, failure, noise, timedOut, timeoutMs }: HttpStartFailure): string {
  const beside = noise === undefined || noise === failure.message ? "" : ` (what came: ${noise})`;
  if (timedOut) return `no answer to ${doing} came within ${timeoutMs / 1000} s${beside}`;
  const own = failure instanceof HttpFailure ? failure.advice : undefined;
  // It has a line to itself.
  const message = own === undefined ? failure.message : failure.message.replace(`. ${own}`, "");
  return `${doing} failed: ${message}${beside}`;
}

function advice({ server, config, failure }: HttpStartFailure): string {
  const where = `mcpServers["${server}"]`;
  const status = failure instanceof HttpFailure ? failure.status : undefined;
  const own = failure instanceof HttpFailure ? failure.advice : undefined;
  if (own !== undefined) return own;
  if (status === 404 || status === 405) return `Check the path of url of ${where}: there is no MCP server at this one.`;
  if (status !== undefined && status >= 500) return `The server has a problem of its own; try again later.`;
  if (failure instanceof HttpFailure && failure.errno !== undefined)
    return `Check that the server runs, and host and port of url of ${where}.`;
  return config.type === "sse"
    ? `Check that url of ${where} is an MCP server with server-sent events.`
    : `Check that url of ${where} is an MCP server over Streamable HTTP.`;
}
