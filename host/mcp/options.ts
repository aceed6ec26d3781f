/** How much a server should tell, from least to most severe. */
export type McpLogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** What holds for all MCP servers of a host. */
export interface McpOptions {
  /**
   * Milliseconds for which the first step waits for servers that are not `required`. One that needs longer joins the next
   * step after it has come up; scripts submitted with `session.run` wait for all. Default 1,000.
   */
  readonly graceMs?: number;
  /**
   * Folders that servers are told they may work in, as absolute paths. Servers may take them instead of those in their own
   * arguments, as the one for file systems does; so by default they are told of none.
   */
  readonly roots?: readonly string[];
  /** The least level of messages that servers are asked for; they become events. Default: whatever a server sends unasked. */
  readonly logLevel?: McpLogLevel;
}

/** All levels. */
export const LOG_LEVELS: readonly McpLogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];
