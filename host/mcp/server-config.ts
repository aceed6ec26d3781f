// How one MCP server is configured, in code and in files. Names are the ones of the files in camel case.
import type { ApprovalMode } from "../../tools/index.ts";
import type { OmitFrom } from "../step/plan/types.ts";

/** What holds for a server however it is reached. */
export interface CommonServerConfig {
  /** `false` leaves the server out as if it were not there. Default true. */
  readonly enabled?: boolean;
  /** Nothing runs without it: a failed start is an error of whoever needs the tools. Default false. */
  readonly required?: boolean;
  /** The only tools to take, by the server's own names. Default: all. */
  readonly enabledTools?: readonly string[];
  /** Tools not to take, by the server's own names; applied after `enabledTools`. */
  readonly disabledTools?: readonly string[];
  /** Seconds from starting until its last tool is known. Default 30. */
  readonly startupTimeoutSec?: number;
  /** Seconds for one call in all. Default 300. */
  readonly toolTimeoutSec?: number;
  /** Seconds for which a call may show no sign of life: neither an answer nor progress. Default: `toolTimeoutSec`. */
  readonly idleTimeoutSec?: number;
  /** All its tools may run beside others, whatever their annotations say. Default false. */
  readonly supportsParallelToolCalls?: boolean;
  /** When a call of its tools needs an approval. Default `auto`. */
  readonly defaultToolsApprovalMode?: ApprovalMode;
  /** Settings of single tools, by the server's own names. */
  readonly tools?: Readonly<Record<string, ServerToolConfig>>;
  /** Most bytes that the schema of a tool may have before it is compacted. */
  readonly toolInputSchemaMaxBytes?: number;
  /** Most tokens of a direct call's output, for tools that set none themselves. */
  readonly outputTokenLimit?: number;
  /** Where its tools must not be seen. Default: nowhere. */
  readonly omitToolsFrom?: readonly OmitFrom[];
}

/** Settings of one tool of a server. */
export interface ServerToolConfig {
  readonly approvalMode?: ApprovalMode;
  readonly outputTokenLimit?: number;
}

/** An MCP server over standard input and output. */
export interface StdioServerConfig extends CommonServerConfig {
  readonly type?: "stdio";
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables to set, with their values. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of variables to pass on from this process. One that is not set is an error. */
  readonly envVars?: readonly string[];
  readonly cwd?: string;
}

/** An MCP server over Streamable HTTP, or HTTP with server-sent events where it speaks only that. */
export interface HttpServerConfig extends CommonServerConfig {
  /** `sse` speaks only the old protocol. Default: Streamable HTTP, and the old one where the server refuses that. */
  readonly type?: "http" | "streamable-http" | "sse";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers whose values are in the environment: header name to variable name. One that is not set is an error. */
  readonly envHeaders?: Readonly<Record<string, string>>;
  /** The variable that holds the bearer token. One that is not set is an error. */
  readonly bearerTokenEnvVar?: string;
  /** Scopes to ask for when a user logs in with OAuth. */
  readonly scopes?: readonly string[];
  /** This program's registration at the authorization server. Default: it registers itself at the first login. */
  readonly oauth?: OAuthClientConfig;
}

/** A client that somebody registered at an authorization server by hand, for servers where programs cannot do so. */
export interface OAuthClientConfig {
  readonly clientId: string;
  /** The variable that holds the client's secret, where it has one. One that is not set is an error. */
  readonly clientSecretEnvVar?: string;
  /** Where the browser comes back to: `http://127.0.0.1:PORT/callback` must be registered. Default: any free port. */
  readonly callbackPort?: number;
}

/** How one MCP server is reached, and what is taken from it. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** Whether a server is reached over HTTP. */
export function isHttpServer(config: McpServerConfig): config is HttpServerConfig {
  return "url" in config && config.url !== undefined;
}
