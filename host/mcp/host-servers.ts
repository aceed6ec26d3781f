import type { Elicit } from "../approvals/elicitation/contract.ts";
import { randomUUID } from "node:crypto";
import { isJsonObject } from "../../tools/index.ts";
import type { Emitter } from "../events/emitter.ts";
import type { McpToolRunner } from "../hooks/sources.ts";
import type { DroppedTool } from "../discovery/dropped-tool.ts";
import type { HostOptions } from "../options.ts";
import type { McpServers, OfferedSources, WaitFor } from "./life/servers.ts";
import type { ServerStatus } from "./life/status.ts";
import { ownNameOf } from "./own-name.ts";
import type { McpResources } from "./resources/resources.ts";

type HookToolAnswer = Awaited<ReturnType<McpToolRunner>>;

const NOTHING: OfferedSources = { sources: [], dropped: [] };

/** The MCP servers of a host's options. Code for them is loaded only where there are any. */
export class HostServers {
  readonly #names: readonly string[];
  readonly #loading: Promise<McpServers> | null;
  readonly #required: ReadonlySet<string>;
  readonly #events: Emitter;
  readonly #told: Set<string> = new Set();
  #servers: McpServers | null = null;
  #last: OfferedSources = NOTHING;

  /** @param elicit answers servers where the options name nobody who does. */
  constructor(options: Pick<HostOptions, "mcpServers" | "mcp" | "approvals">, events: Emitter, elicit: Elicit) {
    const { mcpServers = {}, mcp, approvals } = options;
    this.#events = events;
    const enabled = Object.entries(mcpServers).filter(([, { enabled: on }]) => on !== false);
    this.#names = enabled.map(([name]) => name);
    this.#required = new Set(enabled.filter(([, { required }]) => required === true).map(([name]) => name));
    this.#loading =
      enabled.length === 0
        ? null
        : import("./life/servers.ts").then(async ({ startServers }) => {
            const sinks = (): Emitter["emit"] | null => (events.active ? events.emit : null);
            this.#servers = await startServers(mcpServers, {
              ...mcp,
              approvals: { ...approvals, elicit: approvals?.elicit ?? elicit },
              events: sinks,
            });
            return this.#servers;
          });
    // Whoever needs the servers hears of a failure; nobody may ever ask.
    this.#loading?.catch(() => undefined);
  }

  /** Whether there is any. */
  get isConfigured(): boolean {
    return this.#loading !== null;
  }

  /** Settles when whoever waits has waited long enough; null where there is nothing to wait for. */
  settled(waitFor: WaitFor): Promise<void> | null {
    if (this.#servers !== null) return this.#servers.settled(waitFor);
    return this.#loading?.then(async (servers) => (await servers.settled(waitFor)) ?? undefined) ?? null;
  }

  /**
   * All tools as of now; the same object while nothing has changed. To be asked once {@link settled} has.
   * @throws {IsocellError} `mcp_failed` when a required server did not start.
   */
  offered(): OfferedSources {
    const offered = this.#servers?.offered() ?? NOTHING;
    if (offered !== this.#last) for (const tool of offered.dropped) this.#tell(tool);
    this.#last = offered;
    return offered;
  }

  status(): readonly ServerStatus[] {
    if (this.#servers !== null) return this.#servers.status();
    return this.#names.toSorted().map((server) => {
      return { server, state: "starting", required: this.#required.has(server), tools: 0, losses: 0 };
    });
  }

  /** What the servers have besides tools, once all that still start have done so. */
  readonly resources = async (): Promise<McpResources> => {
    const { McpResources: Resources } = await import("./resources/resources.ts");
    const servers = await this.#loading;
    await servers?.settled("all");
    return new Resources(servers?.all ?? []);
  };

  /** Calls a tool for a hook, by the server's own name for it. Rejects where there is none. */
  async runTool({ server, tool, input }: Parameters<McpToolRunner>[0], signal: AbortSignal): Promise<HookToolAnswer> {
    await this.settled("all");
    const source = this.offered().sources.find((one) => one.server === server);
    const executor = source?.executors.find((one) => ownNameOf(one) === tool);
    if (executor === undefined) throw new Error(`there is no tool ${tool} of an MCP server ${server}`);
    const { value, output } = await executor.handle(input, {
      signal,
      callId: `hook-${randomUUID()}`,
      source: { kind: "direct" },
      attempt: 1,
      unconfined: false,
      reportProgress: () => undefined,
    });
    return { text: textOf(value), isError: !output.success };
  }

  /** Ends all. May be called twice. */
  async close(): Promise<void> {
    const servers = await this.#loading?.catch(() => null);
    await servers?.close();
  }

  #tell(tool: DroppedTool): void {
    const key = JSON.stringify(tool);
    if (this.#told.has(key) || !this.#events.active) return;
    this.#told.add(key);
    this.#events.emit({ type: "tool/dropped", ...tool });
  }
}

/** The texts of a server's result. */
function textOf(value: unknown): string {
  const content = isJsonObject(value) && Array.isArray(value["content"]) ? (value["content"] as unknown[]) : [];
  return content
    .map((block) => (isJsonObject(block) && typeof block["text"] === "string" ? block["text"] : ""))
    .filter((text) => text !== "")
    .join("\n");
}
