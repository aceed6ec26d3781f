import type { LoggingLevel } from "../sdk.ts";

const LEVELS: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** A level as an MCP server told it. What is none of them counts as a plain message. */
export function readLevel(told: string): LoggingLevel {
  return LEVELS.find((level) => level === told) ?? "info";
}

/** Whether a client that asked for messages of a level, or for none in particular, wants one of another. */
export function isWanted(level: LoggingLevel, asked: LoggingLevel | null): boolean {
  return asked === null || LEVELS.indexOf(level) >= LEVELS.indexOf(asked);
}
