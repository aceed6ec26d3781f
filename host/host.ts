import { availableParallelism } from "node:os";
import { DEFAULT_LIMITS, IsocellError } from "../protocol/index.ts";
import type { ToolExecutor } from "../tools/index.ts";
import type { MountedBuiltins } from "./builtins/mount.ts";
import { Emitter } from "./events/emitter.ts";
import type { EventSource, Subscribe } from "./events/emitter.ts";
import { HostServers } from "./mcp/host-servers.ts";
import type { OfferedSources, WaitFor } from "./mcp/life/servers.ts";
import type { ServerStatus } from "./mcp/life/status.ts";
import {
  readResourceEntry,
  readResourceTemplateEntry,
  RESOURCES,
  RESOURCE_TEMPLATES,
} from "./mcp/resources/entries.ts";
import type { ResourceEntry, ResourceTemplateEntry } from "./mcp/resources/entries.ts";
import { PROMPTS, readPrompt, readPromptEntry } from "./mcp/resources/prompts.ts";
import type { Prompt, PromptEntry } from "./mcp/resources/prompts.ts";
import { resourceTools } from "./mcp/resources/resource-tools.ts";
import type { DroppedTool } from "./discovery/dropped-tool.ts";
import { checkOptions, checkSessionOptions } from "./check-options.ts";
import type { HostOptions, SessionOptions } from "./options.ts";
import { RuntimePool } from "./pool/pool.ts";
import { createReadOutputTool } from "./outputs/read-output-tool.ts";
import { OutputStore } from "./outputs/output-store.ts";
import { Session } from "./session.ts";
import type { SessionHost } from "./session.ts";
import { SessionPeople } from "./session-people.ts";
import { stepPartsOf } from "./step-parts.ts";
import { planStep } from "./step/plan/plan-step.ts";
import type { HostedSpec, PlanSources, StepPlan } from "./step/plan/types.ts";

const DEFAULT_WARM_ISOLATES = 2;
const DEFAULT_RECYCLE_AFTER_CELLS = 10_000;
/** More processes than this are only started when asked for. */
const MAX_DEFAULT_PROCESSES = 8;
/** V8's own idea of a large heap; what isolates made ahead of need get when there is no limit, in MB. */
const UNLIMITED_MB = 16_384;

/** All sources of tools but MCP servers. */
type OwnSources = Omit<PlanSources, "mcp">;

/** Tools, runtimes and sessions of one embedder. Made by `createHost`. */
export class Host implements EventSource {
  readonly #pool: RuntimePool;
  readonly #options: HostOptions;
  readonly #events: Emitter;
  readonly #sessions: Set<Session> = new Set();
  readonly #servers: HostServers;
  readonly #people: SessionPeople = new SessionPeople();
  readonly #builtins: Promise<MountedBuiltins> | null;
  readonly #outputs: OutputStore | null;
  readonly #stepParts: SessionHost["steps"];
  /** What does not depend on servers. */
  #own: OwnSources | Promise<OwnSources>;
  #collected: { readonly offered: OfferedSources; readonly sources: PlanSources } | null = null;
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
    this.#stepParts = stepPartsOf(options, this.#outputs, this.#events, (call, signal) =>
      this.#servers.runTool(call, signal),
    );
    const { builtins } = options;
    this.#builtins =
      builtins === undefined ? null : import("./builtins/mount.ts").then((mount) => mount.mountBuiltins(builtins));
    // Whoever needs the tools hears of a failure; nobody may ever ask.
    this.#builtins?.catch(() => undefined);
    this.#servers = new HostServers(options, this.#events, this.#people.elicit);
    this.#own = this.#builtins === null ? this.#ownSources(null) : this.#mountedSources(this.#builtins);
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
        sources: (waitFor) => this.#sources(waitFor),
        steps: this.#stepParts,
        events: this.#events,
        onClosed: (closed) => this.#forget(closed),
      },
      options,
    );
    this.#sessions.add(session);
    this.#people.add(session.id, options.people?.elicit);
    return session;
  }

  /**
   * Every tool, in order: built-in ones, those of the options, then those of MCP servers; all servers are waited for.
   * Rejects when a required server does not start.
   */
  async listTools(): Promise<readonly ToolExecutor[]> {
    return (await this.#inventory()).registry.list();
  }

  /** The embedder's tools and those of MCP servers, whatever a step makes of them: those that somebody can mend. */
  async listConfiguredTools(): Promise<readonly ToolExecutor[]> {
    const { embedder = [], mcp = [] } = await this.#sources("all");
    return [...embedder, ...mcp.flatMap(({ executors }) => executors)];
  }

  /** Those of them that scripts may call. */
  async listNestedTools(): Promise<readonly ToolExecutor[]> {
    return (await this.#inventory()).nested;
  }

  /** Configured tools that cannot be called, and why. Rejects when a required server does not start. */
  async droppedTools(): Promise<readonly DroppedTool[]> {
    const { reports } = await this.#inventory();
    return [...this.#servers.offered().dropped, ...reports.filter(({ kind }) => kind === "dropped")];
  }

  /** How each configured MCP server is right now, sorted by name; those with `enabled: false` are left out. */
  servers(): readonly ServerStatus[] {
    return this.#servers.status();
  }

  /** Prompts of all MCP servers that work, or of one. Rejects for an unknown server, and for one that cannot answer. */
  async listPrompts(server?: string): Promise<readonly PromptEntry[]> {
    const resources = await this.#servers.resources();
    return (await resources.listWhole(PROMPTS, server ?? null)).flatMap(readPromptEntry);
  }

  /** A prompt of an MCP server with these values filled in. Rejects with the server's words where it has none such. */
  async getPrompt(server: string, name: string, values: Readonly<Record<string, string>> = {}): Promise<Prompt> {
    const resources = await this.#servers.resources();
    return readPrompt(await resources.prompt(server, name, values));
  }

  /** Resources of all MCP servers that work, or of one. Rejects for an unknown server, and for one that cannot answer. */
  async listResources(server?: string): Promise<readonly ResourceEntry[]> {
    const resources = await this.#servers.resources();
    return (await resources.listWhole(RESOURCES, server ?? null)).flatMap(readResourceEntry);
  }

  /** The same of templates: patterns of addresses that a server has resources at. */
  async listResourceTemplates(server?: string): Promise<readonly ResourceTemplateEntry[]> {
    const resources = await this.#servers.resources();
    return (await resources.listWhole(RESOURCE_TEMPLATES, server ?? null)).flatMap(readResourceTemplateEntry);
  }

  /** The contents of a resource, as the server sent them. Rejects with the server's words where it has none such. */
  async readResource(server: string, uri: string): Promise<readonly unknown[]> {
    const resources = await this.#servers.resources();
    return resources.read(server, uri);
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

  /** What tools still run for a session ends in the background; `close` waits for it. */
  #forget(session: Session): void {
    this.#sessions.delete(session);
    this.#people.remove(session.id);
    this.#builtins?.then((mounted) => mounted.closeSession(session.id)).catch(() => undefined);
  }

  /** All tools as of now, the same object while nothing has changed; a promise while servers are waited for. */
  #sources(waitFor: WaitFor): PlanSources | Promise<PlanSources> {
    const settled = this.#servers.settled(waitFor);
    const own = this.#own;
    if (settled === null && !(own instanceof Promise)) return this.#collect(own);
    return Promise.all([own, settled]).then(([ready]) => this.#collect(ready));
  }

  /** Throws `mcp_failed` when a required server did not start. */
  #collect(own: OwnSources): PlanSources {
    const offered = this.#servers.offered();
    if (this.#collected?.offered !== offered) {
      this.#collected = { offered, sources: { ...own, mcp: offered.sources } };
    }
    return this.#collected.sources;
  }

  #mountedSources(builtins: Promise<MountedBuiltins>): Promise<OwnSources> {
    const sources = builtins.then((mounted) => (this.#own = this.#ownSources(mounted)));
    sources.catch(() => undefined);
    return sources;
  }

  #ownSources(mounted: MountedBuiltins | null): OwnSources {
    const { tools = [], hosted = [] } = this.#options;
    const named = hosted.map((definition): HostedSpec => ({
      type: "hosted",
      namespace: "",
      name: definition.type,
      definition,
    }));
    const builtIn = [
      ...(mounted?.builtIn ?? []),
      ...(this.#servers.isConfigured ? resourceTools(this.#servers.resources) : []),
      ...(this.#outputs === null ? [] : [createReadOutputTool(this.#outputs)]),
    ];
    return { builtIn, embedder: tools, extensions: mounted?.extensions ?? [], hosted: named };
  }

  async #inventory(): Promise<StepPlan> {
    const { settings, identity } = this.#stepParts.plan;
    return planStep({
      mode: "direct",
      identity,
      sources: await this.#sources("all"),
      ...(settings === undefined ? {} : { settings }),
    });
  }

  async #close(): Promise<void> {
    // Servers that are still starting are not waited for; what a script still does must not meet closed ones.
    for (const session of this.#sessions) await session.close();
    await Promise.all([this.#pool.close(), this.#closeTools()]);
  }

  /** Servers come last: what a tool still runs may hold on to one. */
  async #closeTools(): Promise<void> {
    await this.#builtins?.then(
      (mounted) => mounted.close(),
      () => undefined,
    );
    await this.#stepParts.context.hooks?.close?.();
    await this.#servers.close();
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
