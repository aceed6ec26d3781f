import { LOG_LEVELS } from "../../mcp/options.ts";
import type { LoggingLevel } from "../sdk.ts";

/** Whether a client that asked for messages of a level, or for none in particular, wants one of another. */
export function isWanted(level: LoggingLevel, asked: LoggingLevel | null): boolean {
  return asked === null || LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(asked);
}
