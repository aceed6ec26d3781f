import { LOG_LEVELS } from "../../mcp/options.ts";
import type { LoggingLevel } from "../sdk.ts";

/** A level as an MCP server told it. What is none of them counts as a plain message. */
export function readLevel(told: string): LoggingLevel {
  return LOG_LEVELS.find((level) => level === told) ?? "info";
}

/** Whether a client that asked for messages of a level, or for none in particular, wants one of another. */
export function isWanted(level: LoggingLevel, asked: LoggingLevel | null): boolean {
  return asked === null || LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(asked);
}
