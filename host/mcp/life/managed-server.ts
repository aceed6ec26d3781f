import { IsocellError } from "../../../protocol/index.ts";
import { createElicitor } from "../../approvals/elicitation/elicitor.ts";
import type { ApprovalOptions } from "../../approvals/options.ts";
import type { EventSink } from "../../events/events.ts";
import { messageOf } from "../../pipeline/call.ts";
import { TransportClosed } from "../calls/call-failure.ts";
import type { CallTarget } from "../calls/executor.ts";
import type { ClientHandlers, Root } from "../client/handlers.ts";
import { ServerClient } from "../client/server-client.ts";
import type { ServerCallOptions } from "../client/server-client.ts";
import { openLink } from "../open-link.ts";
import type { ServerLink } from "../server-link.ts";
import type { Sdk } from "../sdk.ts";
import { isHttpServer } from "../server-config.ts";
import type { McpServerConfig } from "../server-config.ts";
import type { CallLimits } from "../calls/call-clock.ts";
import { BackOff } from "./back-off.ts";
import type { RestartPolicy } from "./back-off.ts";
import { KnownTools } from "./known-tools.ts";
import { ListWatch } from "./list-watch.ts";
import { serverHandlers } from "./server-handlers.ts";
import { lossMessage, restartingText } from "./loss-texts.ts";
import type { ServerState, ServerStatus } from "./status.ts";

/** What all servers of a host share. */
export interface ServerParts {
  readonly sdk: Sdk;
  readonly restarts: RestartPolicy;
  readonly roots: readonly Root[] | null;
  readonly logLevel: string | undefined;
  readonly approvals: ApprovalOptions | undefined;
  /** Null while nobody listens. */
  readonly events: () => EventSink | null;
  /** The server offers other tools than before. */
  readonly onChange: () => void;
}

const DEFAULT_START_SEC = 30;
const DEFAULT_CALL_SEC = 300;

/**
 * One configured server, however often it is started: it outlives its processes, and so do the executors of its tools.
 */
export class ManagedServer implements CallTarget {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly tools: KnownTools = new KnownTools();
  /** Settles when the first start is over, however it went. Never rejects. */
  readonly started: Promise<void>;
  readonly #parts: ServerParts;
  readonly #limits: CallLimits;
  readonly #handlers: ClientHandlers;
  readonly #backOff: BackOff;
  readonly #watch: ListWatch;
  readonly #giveUp: AbortController = new AbortController();
  #state: ServerState = "starting";
  #client: ServerClient | null = null;
  #instructions = "";
  #readyAt = 0;
  #losses = 0;
  #problem: IsocellError | null = null;
  #lost = "";
  #retryAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopWaiting: (() => void) | undefined;
  /** What is under way: a start, or the end of a process that was lost. */
  #busy: Promise<void>;

  constructor(name: string, config: McpServerConfig, parts: ServerParts) {
    this.name = name;
    this.config = config;
    this.#parts = parts;
    const { toolTimeoutSec = DEFAULT_CALL_SEC, idleTimeoutSec = toolTimeoutSec } = config;
    this.#limits = { totalMs: toolTimeoutSec * 1000, idleMs: idleTimeoutSec * 1000 };
    this.#backOff = new BackOff(parts.restarts);
    this.#watch = new ListWatch(() => this.#readAgain());
    const elicit = createElicitor(name, parts.approvals, () => this.#client?.callers ?? []);
    this.#handlers = serverHandlers(name, { ...parts, elicit, onToolsChanged: () => this.#watch.changed() });
    this.#busy = this.#connect();
    this.started = this.#busy;
  }

  get instructions(): string {
    return this.#instructions;
  }

  /** The connection, where there is one. */
  get client(): ServerClient | null {
    return this.#state === "ready" ? this.#client : null;
  }

  /** Why the first start failed; null where it did not, or is not over. */
  get failure(): IsocellError | null {
    return this.#state === "failed" ? this.#problem : null;
  }

  get isStarting(): boolean {
    return this.#state === "starting";
  }

  status(): ServerStatus {
    const problem = this.#problem?.message;
    return {
      server: this.name,
      state: this.#state,
      required: this.config.required === true,
      tools: this.tools.names.length,
      losses: this.#losses,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  /** Throws or rejects with what {@link callFailure} reads. Adds no promise of its own: thousands may be under way. */
  readonly call = (
    tool: string,
    input: unknown,
    { signal, onProgress, meta }: Omit<ServerCallOptions, "limits">,
  ): Promise<Record<string, unknown>> =>
    this.available().call(tool, input, { signal, onProgress, meta, limits: this.#limits });

  /**
   * The connection.
   * @throws {TransportClosed} with what to expect, where there is none.
   */
  available(): ServerClient {
    const { client } = this;
    if (client !== null && !client.closed) return client;
    if (this.#state === "closed") throw new TransportClosed("Transport closed");
    if (this.#state === "starting") throw new TransportClosed("Transport closed\n    The server is still starting.");
    if (this.#state === "failed") throw new TransportClosed("Transport closed\n    The server could not be started.");
    throw new TransportClosed(restartingText(this.#lost, this.#retryAt - performance.now(), isHttpServer(this.config)));
  }

  /** Ends the server, whatever it is doing. Nothing of it is left. May be called twice. */
  async close(): Promise<void> {
    this.#state = "closed";
    clearTimeout(this.#timer);
    this.#stopWaiting?.();
    this.#watch.stop();
    this.#giveUp.abort(new Error("the host was closed"));
    await Promise.all([this.#client?.close(), this.#busy]);
  }

  async #connect(): Promise<void> {
    const { sdk, logLevel } = this.#parts;
    const startMs = (this.config.startupTimeoutSec ?? DEFAULT_START_SEC) * 1000;
    const startedAt = performance.now();
    let client: ServerClient | null = null;
    let link: ServerLink | null = null;
    this.#stopWaiting?.();
    try {
      link = openLink(sdk, this.name, this.config);
      client = await ServerClient.start(sdk, link, {
        startMs,
        requestMs: this.#limits.totalMs,
        signal: this.#giveUp.signal,
        handlers: this.#handlers,
        logLevel,
        onClosed: () => this.#onClosed(),
      });
      this.#client = client;
      // Closed between two of its own steps: nobody else knows of this one.
      if (this.#isClosed) return await client.close();
      this.#onReady(client, performance.now() - startedAt);
    } catch (error) {
      this.#client = null;
      await client?.close();
      if (!this.#isClosed) this.#onStartFailed(error, link);
    }
  }

  get #isClosed(): boolean {
    return this.#state === "closed";
  }

  #onReady(client: ServerClient, ms: number): void {
    this.#state = "ready";
    this.#readyAt = performance.now();
    const { instructions } = client;
    const changed = this.tools.update(client.tools, this.config) || instructions !== this.#instructions;
    this.#instructions = instructions;
    this.#emit({ type: "server/ready", at: this.#readyAt, server: this.name, tools: this.tools.names.length, ms });
    if (changed) this.#parts.onChange();
  }

  #onStartFailed(error: unknown, link: ServerLink | null): void {
    const known = error instanceof IsocellError ? error : null;
    this.#problem =
      known ??
      new IsocellError("mcp_failed", `MCP server "${this.name}" could not be started: ${messageOf(error)}`, {
        data: { server: this.name },
        cause: error,
      });
    // What never worked is a mistake in the configuration more often than bad luck; somebody may have to log in first.
    const isFirst = this.#losses === 0;
    if (isFirst) {
      this.#state = "failed";
      this.#stopWaiting = link?.onMended?.(() => this.#connectNext());
    }
    const retryMs = isFirst ? null : this.#retryLater();
    this.#fail(isFirst ? "start" : "restart", this.#problem.message, retryMs);
  }

  #onClosed(): void {
    const client = this.#client;
    if (this.#isClosed || client === null) return;
    this.#state = "restarting";
    this.#losses += 1;
    this.#watch.stop();
    this.#backOff.worked(performance.now() - this.#readyAt);
    this.#lost = client.endReason ?? "closed the connection";
    const message = lossMessage(this.name, this.#lost, client.stderrTail);
    this.#problem = new IsocellError("mcp_failed", message, { data: { server: this.name } });
    const retryMs = this.#retryLater();
    this.#fail("work", message, retryMs);
    // Whatever it started may still run.
    this.#busy = client.close().catch(() => undefined);
  }

  #retryLater(): number {
    const retryMs = this.#backOff.next();
    this.#retryAt = performance.now() + retryMs;
    this.#timer = setTimeout(() => this.#connectNext(), retryMs);
    // A process that has nothing else to do may end.
    this.#timer.unref();
    return retryMs;
  }

  #connectNext(): void {
    this.#busy = this.#busy.then(() => (this.#isClosed ? undefined : this.#connect()));
  }

  async #readAgain(): Promise<void> {
    const { client } = this;
    if (client === null) return;
    try {
      const list = await client.readTools(this.#giveUp.signal);
      if (client === this.client && this.tools.update(list, this.config)) this.#parts.onChange();
    } catch (error) {
      if (client === this.client && !client.closed) {
        this.#fail(
          "list",
          `MCP server "${this.name}" has another list of tools, which cannot be read: ${messageOf(error)}`,
          null,
        );
      }
    }
  }

  #fail(during: "start" | "restart" | "work" | "list", message: string, retryMs: number | null): void {
    this.#emit({ type: "server/failed", at: performance.now(), server: this.name, during, message, retryMs });
  }

  #emit(event: Parameters<EventSink>[0]): void {
    this.#parts.events()?.(event);
  }
}
