import type { ServerStatus } from "../../mcp/life/status.ts";
import { printable } from "./printable.ts";

/** A warning for each MCP server that does not work, with what is known of why; empty where all do. */
export function serverProblems(servers: readonly ServerStatus[]): string {
  return servers
    .filter(({ state }) => state === "failed" || state === "restarting")
    .map(({ server, problem }) => serverWarning(problem ?? `MCP server "${server}" does not work`))
    .join("");
}

/** What is known of a server that does not work, as a warning. */
export function serverWarning(problem: string): string {
  return `warning: ${problem.split("\n").map(printable).join("\n")}\n`;
}
