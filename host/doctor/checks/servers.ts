import { isHttpServer } from "../../mcp/server-config.ts";
import type { McpServerConfig } from "../../mcp/server-config.ts";
import type { Check, Found } from "../check.ts";

/** Starts one server, counts its tools, and ends it. Rejects with what kept it from starting. */
export type CountTools = (
  name: string,
  config: McpServerConfig,
  signal: AbortSignal,
) => Promise<{ readonly tools: number; readonly dropped: number }>;

/** Longer than a server's own default for a start, in ms: its own error says more. */
const TIMEOUT_MS = 35_000;

/** Whether the MCP servers of a configuration start, and what they offer. */
export function serverChecks(
  servers: Readonly<Record<string, McpServerConfig>>,
  countTools: CountTools,
): readonly Check[] {
  return Object.entries(servers).map(([name, config]) => {
    const part = `mcp ${name}`;
    return {
      part,
      timeoutMs: config.startupTimeoutSec === undefined ? TIMEOUT_MS : config.startupTimeoutSec * 1000 + 5000,
      run: async (signal) => {
        if (config.enabled === false) return [{ part, status: "ok", detail: "left out: enabled is false" }];
        try {
          const { tools, dropped } = await countTools(name, config, signal);
          const detail = `${isHttpServer(config) ? "connected" : "started"}, ${counted(tools, "tool")}`;
          if (dropped === 0) return [{ part, status: "ok", detail }];
          const advice = "isocell tools says which, and why.";
          return [{ part, status: "warning", detail: `${detail}; ${dropped} left out`, advice }];
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          return [{ part, status: "failed", ...explained(message, isHttpServer(config)) }];
        }
      },
    };
  });
}

/** What a server over HTTP failed with says in its last line what to do: to log in, to look at its address. */
function explained(message: string, overHttp: boolean): Pick<Found, "detail" | "advice"> {
  const end = message.lastIndexOf("\n");
  if (overHttp && end !== -1) return { detail: message.slice(0, end), advice: message.slice(end + 1) };
  const what = overHttp ? "Check its url" : "Run its command by hand";
  return { detail: message, advice: `${what}, or take it out of mcpServers.` };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
