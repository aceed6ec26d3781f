import { onTestFinished } from "vitest";
import type { HostEvent } from "../../../host/index.ts";
import { startServers } from "../../../host/mcp/life/servers.ts";
import type { McpServers, ServersOptions } from "../../../host/mcp/life/servers.ts";
import type { McpServerConfig } from "../../../host/mcp/server-config.ts";

/** Events as they come, to wait for. */
export class Events {
  readonly seen: HostEvent[] = [];
  #waiting: (() => void)[] = [];
  readonly sink = (event: HostEvent): void => {
    this.seen.push(event);
    for (const wake of this.#waiting.splice(0)) wake();
  };

  /** Settles once there were so many events of a type. */
  async count(type: HostEvent["type"], count: number): Promise<void> {
    while (this.seen.filter((event) => event.type === type).length < count) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** Servers that have started or failed, and what is told of them, until the test ends. */
export async function started(
  configs: Readonly<Record<string, McpServerConfig>>,
  options: ServersOptions = {},
): Promise<{ readonly servers: McpServers; readonly events: Events }> {
  const events = new Events();
  const servers = await startServers(configs, { events: () => events.sink, ...options });
  onTestFinished(() => servers.close());
  await servers.settled("all");
  return { servers, events };
}
