import { IsocellError } from "../../protocol/index.ts";
import { isMcpServerName, nameMcpTools } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import type { DroppedTool } from "../discovery/dropped-tool.ts";
import { mcpExecutor } from "./executor.ts";
import { loadSdk } from "./sdk.ts";
import type { Sdk } from "./sdk.ts";
import { openLink } from "./open-link.ts";
import { ServerClient } from "./server-client.ts";
import type { McpServerConfig } from "./server-config.ts";
import type { McpTimeouts, StartOptions } from "./server-client.ts";

const DEFAULT_TIMEOUTS: McpTimeouts = { startMs: 30_000, callMs: 300_000 };

/** What one server offers. */
interface ServerTools {
  readonly server: string;
  readonly executors: readonly ToolExecutor[];
  /** Tools whose schema is of no use to a model. */
  readonly dropped: readonly DroppedTool[];
}

/** Servers that run, and their tools. */
export interface McpConnections {
  /** One for each tool, sorted by server and name. */
  readonly executors: readonly ToolExecutor[];
  /** The same by server, servers without tools left out. */
  readonly servers: readonly ServerTools[];
  /** Ends all servers; no process of theirs is left. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Starts MCP servers, all at once, and makes an executor of each of their tools.
 *
 * @param servers what to start, by name.
 * @param options milliseconds for a start (30,000) and a call (300,000, starting anew with each progress notification), and
 * a signal that gives up servers that are still starting.
 * @throws {IsocellError} `invalid_options` for a name with other characters than `A-Z a-z 0-9 _ . -`; `mcp_failed` when a
 * server can't be started. No server runs then.
 */
export async function connectMcpServers(
  servers: Readonly<Record<string, McpServerConfig>>,
  { signal, ...timeouts }: Partial<McpTimeouts> & { readonly signal?: AbortSignal } = {},
): Promise<McpConnections> {
  const entries = Object.entries(servers);
  for (const [name] of entries) checkName(name);
  if (entries.length === 0) return { executors: [], servers: [], close: async () => {} };
  const sdk = await loadSdk();
  const limits = { ...DEFAULT_TIMEOUTS, ...timeouts };
  const started = await Promise.allSettled(
    entries.map(([name, config]) => start(sdk, name, config, { ...limits, signal })),
  );
  const clients = started.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const failures = started.flatMap((start) => (start.status === "rejected" ? [start.reason as unknown] : []));
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
  };
  if (failures.length > 0) {
    await close();
    throw combine(failures);
  }
  try {
    const byServer = makeExecutors(clients);
    return { executors: byServer.flatMap(({ executors }) => executors), servers: byServer, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(sdk: Sdk, name: string, config: McpServerConfig, options: StartOptions): Promise<ServerClient> {
  return ServerClient.start(sdk, name, openLink(sdk, name, config), options);
}

function makeExecutors(clients: readonly ServerClient[]): ServerTools[] {
  // Sorted by server and without empty ones, as `nameMcpTools` answers them.
  const owners = clients.filter((client) => client.tools.length > 0).toSorted((a, b) => (a.server < b.server ? -1 : 1));
  const named = nameMcpTools(
    Object.fromEntries(owners.map((owner) => [owner.server, owner.tools.map((tool) => tool.name)])),
  );
  if (named.length !== owners.length) {
    throw new IsocellError(
      "invalid_options",
      "mcpServers: some server names are too long or too similar to tell their tools apart; rename them.",
    );
  }
  return named.flatMap(({ namespace, tools }, index) => {
    const owner = owners[index];
    if (owner === undefined) return [];
    const executors: ToolExecutor[] = [];
    const dropped: DroppedTool[] = [];
    for (const { name, raw } of tools) {
      const tool = owner.tools.find((candidate) => candidate.name === raw);
      if (tool === undefined) continue;
      const made = mcpExecutor(owner, tool, namespace, name);
      if ("dropped" in made) dropped.push({ namespace, name, source: `mcp:${owner.server}`, reason: made.dropped });
      else executors.push(made);
    }
    return [{ server: owner.server, executors, dropped }];
  });
}

function checkName(name: string): void {
  if (isMcpServerName(name)) return;
  throw new IsocellError(
    "invalid_options",
    `mcpServers: the server name ${JSON.stringify(name)} has characters other than A-Z a-z 0-9 _ . -; rename it.`,
    { data: { path: ["mcpServers", name] } },
  );
}

function combine(failures: readonly unknown[]): unknown {
  const [first] = failures;
  if (failures.length === 1) return first;
  const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  const servers = failures.flatMap((failure) => (failure instanceof IsocellError ? [failure.data["server"]] : []));
  return new IsocellError("mcp_failed", messages.join("\n\n"), { data: { servers }, cause: first });
}
