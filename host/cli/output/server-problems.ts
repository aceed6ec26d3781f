import type { ServerStatus } from "../../mcp/life/status.ts";
import { printable } from "./printable.ts";

/** A warning for each MCP server that does not work, with what is known of why; empty where all do. */
export function serverProblems(servers: readonly ServerStatus[]): string {
  return servers
    .filter(({ state }) => state === "failed" || state === "restarting")
    .map(({ server, problem }) => {
      const lines = (problem ?? `MCP server "${server}" does not work`).split("\n").map(printable);
      return `warning: ${lines.join("\n")}\n`;
    })
    .join("");
}
