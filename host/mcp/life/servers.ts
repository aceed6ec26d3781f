import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { IsocellError } from "../../../protocol/index.ts";
import { compareBytewise, fullMcpNames } from "../../../tools/index.ts";
import type { ApprovalOptions } from "../../approvals/options.ts";
import type { DroppedTool } from "../../discovery/dropped-tool.ts";
import type { EventSink } from "../../events/events.ts";
import type { McpSource } from "../../step/plan/types.ts";
import type { McpOptions } from "../options.ts";
import { loadSdk } from "../sdk.ts";
import type { McpServerConfig } from "../server-config.ts";
import { DEFAULT_RESTARTS } from "./back-off.ts";
import type { RestartPolicy } from "./back-off.ts";
import type { GivenName } from "./known-tools.ts";
import { ManagedServer } from "./managed-server.ts";
import type { ServerStatus } from "./status.ts";

const DEFAULT_GRACE_MS = 1000;

/** Who waits: a step does so for a moment, whoever submits a script once waits for all. */
export type WaitFor = "step" | "all";

/** What {@link startServers} takes besides the servers. */
export interface ServersOptions extends McpOptions {
  readonly approvals?: ApprovalOptions | undefined;
  /** Null while nobody listens. Default: nobody. */
  readonly events?: () => EventSink | null;
  readonly restarts?: Partial<RestartPolicy>;
}

/** All tools of all servers, as of one moment. */
export interface OfferedSources {
  /** Sorted by server; servers without tools are left out. */
  readonly sources: readonly McpSource[];
  readonly dropped: readonly DroppedTool[];
}

/**
 * Starts MCP servers, all at once, and answers without waiting for any of them. Those with `enabled: false` are left out.
 * Their names and settings are taken as checked.
 */
export async function startServers(
  servers: Readonly<Record<string, McpServerConfig>>,
  options: ServersOptions = {},
): Promise<McpServers> {
  const sdk = await loadSdk();
  const { graceMs = DEFAULT_GRACE_MS, roots, logLevel, approvals, restarts } = options;
  const { events = () => null } = options;
  const folders = roots?.map((root) => ({ uri: pathToFileURL(root).href, name: basename(root) })) ?? null;
  const enabled = Object.entries(servers).filter(([, { enabled: on }]) => on !== false);
  return new McpServers(enabled.toSorted(byName), graceMs, (name, config, onChange) => {
    const changed = (): void => {
      onChange();
      events()?.({ type: "tools/changed", at: performance.now(), source: `mcp:${name}` });
    };
    const parts = {
      sdk,
      logLevel,
      approvals,
      events,
      onChange: changed,
      restarts: { ...DEFAULT_RESTARTS, ...restarts },
    };
    return new ManagedServer(name, config, { ...parts, roots: folders });
  });
}

/** The servers of a host. */
export class McpServers {
  readonly #servers: readonly ManagedServer[];
  readonly #graceMs: number;
  #graceEndsAt: number | null = null;
  #offered: OfferedSources | null = null;
  #closing: Promise<void> | null = null;

  constructor(
    entries: readonly (readonly [string, McpServerConfig])[],
    graceMs: number,
    start: (name: string, config: McpServerConfig, onChange: () => void) => ManagedServer,
  ) {
    this.#graceMs = graceMs;
    const onChange = (): void => {
      this.#offered = null;
    };
    this.#servers = entries.map(([name, config]) => start(name, config, onChange));
  }

  /** Sorted by name. */
  get all(): readonly ManagedServer[] {
    return this.#servers;
  }

  status(): readonly ServerStatus[] {
    return this.#servers.map((server) => server.status());
  }

  /**
   * Settles when whoever waits has waited long enough: for required servers until they have started or failed, for others
   * too, but as part of a step only for a moment, once. Null where there is nothing to wait for. Never rejects.
   */
  settled(waitFor: WaitFor): Promise<void> | null {
    const starting = this.#servers.filter(({ isStarting }) => isStarting);
    if (starting.length === 0) return null;
    if (waitFor === "all") return all(starting);
    const required = starting.filter(({ config }) => config.required === true);
    this.#graceEndsAt ??= performance.now() + this.#graceMs;
    const graceMs = this.#graceEndsAt - performance.now();
    if (graceMs <= 0) return required.length === 0 ? null : all(required);
    return Promise.all([all(required), atMost(graceMs, all(starting))]).then(() => undefined);
  }

  /**
   * All tools as of now; the same object while nothing has changed.
   * @throws {IsocellError} `mcp_failed` when a required server did not start, with the reasons of all that did not.
   */
  offered(): OfferedSources {
    const failures = this.#servers.flatMap(({ config, failure }) => {
      return config.required === true && failure !== null ? [failure] : [];
    });
    if (failures.length > 0) throw combine(failures);
    this.#offered ??= this.#collect();
    return this.#offered;
  }

  /** Ends all servers; no process of theirs is left. May be called twice. */
  close(): Promise<void> {
    this.#closing ??= Promise.all(this.#servers.map((server) => server.close())).then(() => undefined);
    return this.#closing;
  }

  #collect(): OfferedSources {
    // All servers take part, so that none changes the names of another by being late.
    const names = new Map<string, GivenName[]>();
    for (const { server, ...given } of fullMcpNames(
      Object.fromEntries(this.#servers.map(({ name, tools }) => [name, tools.names])),
    )) {
      const list = names.get(server) ?? [];
      names.set(server, list);
      list.push(given);
    }
    const sources: McpSource[] = [];
    const dropped: DroppedTool[] = [];
    for (const server of this.#servers) {
      const given = (names.get(server.name) ?? []).toSorted((a, b) => compareBytewise(a.name, b.name));
      const offered = server.tools.offer(server, given);
      dropped.push(...offered.dropped);
      const { omitToolsFrom = [] } = server.config;
      if (offered.executors.length > 0) {
        sources.push({ server: server.name, executors: offered.executors, omitToolsFrom });
      }
    }
    return { sources, dropped };
  }
}

async function all(servers: readonly ManagedServer[]): Promise<void> {
  await Promise.all(servers.map(({ started }) => started));
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareBytewise(a, b);
}

function combine(failures: readonly IsocellError[]): IsocellError {
  const [first] = failures;
  if (failures.length === 1 && first !== undefined) return first;
  const messages = failures.map(({ message }) => message).join("\n\n");
  const servers = failures.map(({ data }) => data["server"]);
  return new IsocellError("mcp_failed", messages, { data: { servers }, cause: first });
}
