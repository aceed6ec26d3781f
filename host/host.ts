import { availableParallelism } from "node:os";
import { DEFAULT_LIMITS, IsocellError } from "../protocol/index.ts";
import type { ToolExecutor } from "../tools/index.ts";
import type { MountedBuiltins } from "./builtins/mount.ts";
import { Emitter } from "./events/emitter.ts";
import type { EventSource, Subscribe } from "./events/emitter.ts";
import type { McpConnections } from "./mcp/connections.ts";
import type { DroppedTool } from "./discovery/dropped-tool.ts";
import { checkOptions, checkSessionOptions } from "./check-options.ts";
import type { HostOptions, SessionOptions } from "./options.ts";
import { RuntimePool } from "./pool/pool.ts";
import { createReadOutputTool } from "./outputs/read-output-tool.ts";
import { OutputStore } from "./outputs/output-store.ts";
import { Session } from "./session.ts";
import type { SessionHost } from "./session.ts";
import { stepPartsOf } from "./step-parts.ts";
import { planStep } from "./step/plan/plan-step.ts";
import type { HostedSpec, OmitFrom, PlanSources, StepPlan } from "./step/plan/types.ts";

const DEFAULT_WARM_ISOLATES = 2;
const DEFAULT_RECYCLE_AFTER_CELLS = 10_000;
/** More processes than this are only started when asked for. */
const MAX_DEFAULT_PROCESSES = 8;
/** V8's own idea of a large heap; what isolates made ahead of need get when there is no limit, in MB. */
const UNLIMITED_MB = 16_384;

/** Tools, runtimes and sessions of one embedder. Made by `createHost`. */
export class Host implements EventSource {
  readonly #pool: RuntimePool;
  readonly #options: HostOptions;
  readonly #events: Emitter;
  readonly #sessions: Set<Session> = new Set();
  readonly #mcp: Promise<McpConnections> | null;
  readonly #builtins: Promise<MountedBuiltins> | null;
  readonly #giveUp: AbortController = new AbortController();
  readonly #outputs: OutputStore | null;
  readonly #stepParts: SessionHost["steps"];
  #collected: PlanSources | Promise<PlanSources> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#events = new Emitter({ onEvent: options.onEvent });
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { processes, threads, warmIsolates, recycleAfterCells, prestart } = options.pool ?? {};
    this.#pool = new RuntimePool({
      processes: processes ?? Math.min(MAX_DEFAULT_PROCESSES, Math.max(2, availableParallelism())),
      threads: threads ?? 1,
      warmIsolates: warmIsolates ?? DEFAULT_WARM_ISOLATES,
      recycleAfterCells: recycleAfterCells ?? DEFAULT_RECYCLE_AFTER_CELLS,
      memoryMb: limits.memoryMb ?? UNLIMITED_MB,
      prestart: prestart ?? options.mode !== "direct",
    });
    this.#outputs = options.outputs === undefined ? null : new OutputStore(options.outputs);
    this.#stepParts = stepPartsOf(options, this.#outputs, this.#events);
    const { builtins, mcpServers: servers = {} } = options;
    this.#builtins =
      builtins === undefined ? null : import("./builtins/mount.ts").then((mount) => mount.mountBuiltins(builtins));
    this.#builtins?.catch(() => undefined);
    this.#mcp =
      Object.keys(servers).length === 0
        ? null
        : import("./mcp/connections.ts").then(({ connectMcpServers }) =>
            connectMcpServers(servers, { signal: this.#giveUp.signal }),
          );
    // Whoever needs the servers hears of a failure; nobody may ever ask.
    this.#mcp?.catch(() => undefined);
  }

  /** Starts a conversation. Throws `host_closed` or `invalid_options`. */
  openSession(options: SessionOptions = {}): Session {
    this.#checkOpen();
    checkSessionOptions(options);
    const session = new Session(
      {
        pool: this.#pool,
        isolation: this.#options.isolation ?? "cell",
        limits: { ...DEFAULT_LIMITS, ...this.#options.limits },
        sources: () => this.#sources(),
        steps: this.#stepParts,
        events: this.#events,
        onClosed: (closed) => this.#sessions.delete(closed),
      },
      options,
    );
    this.#sessions.add(session);
    return session;
  }

  /** Every tool, in order: those of the options, then those of MCP servers. Rejects when a server does not start. */
  async listTools(): Promise<readonly ToolExecutor[]> {
    return (await this.#inventory()).registry.list();
  }

  /** Those of them that scripts may call. */
  async listNestedTools(): Promise<readonly ToolExecutor[]> {
    return (await this.#inventory()).nested;
  }

  /** Configured tools that cannot be called, and why. Rejects when a server does not start. */
  async droppedTools(): Promise<readonly DroppedTool[]> {
    const { reports } = await this.#inventory();
    const servers = this.#mcp === null ? [] : (await this.#mcp).servers;
    return [...servers.flatMap(({ dropped }) => dropped), ...reports.filter(({ kind }) => kind === "dropped")];
  }

  /**
   * Adds an observer of the host's events; what comes back takes it away again. It is called as they happen, in order;
   * what it throws is ignored.
   */
  readonly subscribe: Subscribe = (sink) => this.#events.subscribe(sink);

  /** Process ids of all runtimes that live; for diagnosis. */
  runtimePids(): readonly number[] {
    return this.#pool.pids();
  }

  /**
   * Closes all sessions, ends all runtimes and MCP servers. Every promise of a session settles. May be called twice.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** All tools as of now, the same object while nothing has changed; a promise until all servers have started. */
  #sources(): PlanSources | Promise<PlanSources> {
    this.#collected ??= this.#collect().then((sources) => (this.#collected = sources));
    return this.#collected;
  }

  async #collect(): Promise<PlanSources> {
    const readOutput = this.#outputs === null ? [] : [createReadOutputTool(this.#outputs)];
    const mounted = await this.#builtins;
    const servers = this.#mcp === null ? [] : (await this.#mcp).servers;
    for (const { dropped } of servers) for (const tool of dropped) this.#events.emit({ type: "tool/dropped", ...tool });
    const omissions = (server: string): readonly OmitFrom[] => this.#options.mcpServers?.[server]?.omitToolsFrom ?? [];
    const hosted = (this.#options.hosted ?? []).map((definition): HostedSpec => ({
      type: "hosted",
      namespace: "",
      name: definition.type,
      definition,
    }));
    return {
      builtIn: [...(mounted?.builtIn ?? []), ...readOutput],
      embedder: this.#options.tools ?? [],
      extensions: mounted?.extensions ?? [],
      mcp: servers.map((tools) => ({ ...tools, omitToolsFrom: omissions(tools.server) })),
      hosted,
    };
  }

  async #inventory(): Promise<StepPlan> {
    const { settings, identity } = this.#stepParts.plan;
    return planStep({
      mode: "direct",
      identity,
      sources: await this.#sources(),
      ...(settings === undefined ? {} : { settings }),
    });
  }

  async #close(): Promise<void> {
    // Servers that are still starting are not waited for.
    this.#giveUp.abort();
    for (const session of this.#sessions) await session.close();
    await Promise.all([this.#pool.close(), this.#closeTools()]);
  }

  /** Servers come last: what a tool still runs may hold on to one. */
  async #closeTools(): Promise<void> {
    await this.#builtins?.then(
      (mounted) => mounted.close(),
      () => undefined,
    );
    await this.#mcp?.then(
      (connections) => connections.close(),
      () => undefined,
    );
  }

  #checkOpen(): void {
    if (this.#closing !== null) throw new IsocellError("host_closed", "The host was closed. Create another one.");
  }
}

/**
 * Makes a host. Its runtimes start at once, in the background: a script submitted meanwhile waits for them. Where no model
 * can submit scripts (mode `direct`) they start with the first one.
 * Rejects with `invalid_options` or `duplicate_tool`.
 */
export async function createHost(options: HostOptions = {}): Promise<Host> {
  checkOptions(options);
  if (options.builtins !== undefined) {
    const { checkBuiltins } = await import("./builtins/refuse.ts");
    checkBuiltins(options.builtins, options.tools ?? []);
  }
  return new Host(options);
}
