import type { ToolProgress } from "../../../tools/index.ts";
import { packageVersion } from "../../version.ts";
import { CallTimeout } from "../calls/call-clock.ts";
import type { CallLimits } from "../calls/call-clock.ts";
import { TransportClosed } from "../calls/call-failure.ts";
import type { Sdk, SdkClient } from "../sdk.ts";
import type { ServerLink } from "../server-link.ts";
import type { ClientHandlers } from "./handlers.ts";
import { listAll, listPage } from "./list-pages.ts";
import type { ListKind, Page, RequestLimits } from "./list-pages.ts";
import { listTools } from "./list-tools.ts";
import type { ToolList } from "./list-tools.ts";
import { AbortForwarder } from "./abort-forwarder.ts";
import { OpenCall, OpenCalls } from "./open-calls.ts";
import { withScopedSignal } from "./scoped-signal.ts";

/** Options of {@link ServerClient.start}. */
export interface StartOptions {
  /** Milliseconds from starting its process until its last tool is known. */
  readonly startMs: number;
  /** Milliseconds for any other request but a call. */
  readonly requestMs: number;
  /** Gives up a server that is still starting. */
  readonly signal: AbortSignal;
  readonly handlers: ClientHandlers;
  /** The least level of messages to ask the server for. */
  readonly logLevel: string | undefined;
  /** The server is gone, from whatever side. */
  readonly onClosed: () => void;
}

/** What a call may use besides its arguments. */
export interface ServerCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ToolProgress) => void;
  readonly limits: CallLimits;
  /** Goes into `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Longest description that a server may give of itself, in characters. */
const MAX_INSTRUCTIONS = 512 * 1024;
/** Timers count in whole milliseconds and may fire a moment early. */
const TIMER_SLACK_MS = 5;

/** One connection to a server that has started and told its tools. */
export class ServerClient {
  readonly tools: ToolList;
  readonly #sdk: Sdk;
  readonly #client: SdkClient;
  readonly #link: ServerLink;
  readonly #requestMs: number;
  readonly #aborts: AbortForwarder = new AbortForwarder();
  readonly #open: OpenCalls;

  private constructor(
    parts: { sdk: Sdk; client: SdkClient; link: ServerLink; tools: ToolList; open: OpenCalls },
    requestMs: number,
  ) {
    this.tools = parts.tools;
    this.#sdk = parts.sdk;
    this.#client = parts.client;
    this.#link = parts.link;
    this.#open = parts.open;
    this.#requestMs = requestMs;
  }

  /**
   * Connects to a server and reads its tools.
   * @throws {IsocellError} `mcp_failed` when it can't be started, ends, or does not answer in time. Nothing of it is left then.
   */
  static async start(sdk: Sdk, link: ServerLink, options: StartOptions): Promise<ServerClient> {
    const { signal, startMs, requestMs, handlers, logLevel, onClosed } = options;
    const until = performance.now() + startMs;
    const open = new OpenCalls();
    let doing = "the start of its process";
    try {
      signal.throwIfAborted();
      await link.started();
      const client = sdk.newClient("isocell", packageVersion(), {
        ...handlers,
        onElicit: (params, asked) => open.whileAsking(() => handlers.onElicit(params, asked)),
      });
      const tools = await withScopedSignal(signal, async (scoped) => {
        const limits = (): RequestLimits => ({ signal: scoped, timeout: remainingMs(until) });
        doing = "initialize";
        await client.connect(link.transport, limits());
        doing = "logging/setLevel";
        if (logLevel !== undefined && client.getServerCapabilities()?.logging !== undefined) {
          const request = { method: "logging/setLevel", params: { level: logLevel } };
          // A server that does not do it after all is still of use.
          await client.request(request, sdk.anyResult, limits()).catch(() => undefined);
        }
        doing = "tools/list";
        return listTools(sdk, client, limits);
      });
      if (client.transport === undefined) throw new Error("the connection was closed");
      link.markWorking();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
      client.onclose = onClosed;
      return new ServerClient({ sdk, client, link, tools, open }, requestMs);
    } catch (cause) {
      const timedOut = performance.now() >= until - TIMER_SLACK_MS;
      throw await link.failStart({ doing, cause, timeoutMs: startMs, timedOut });
    }
  }

  /** What the server says it is for; empty when it says nothing. At most 512 KiB. */
  get instructions(): string {
    return (this.#client.getInstructions()?.trim() ?? "").slice(0, MAX_INSTRUCTIONS);
  }

  /** Whether the server is gone: its process ended, or this side closed it. */
  get closed(): boolean {
    return this.#client.transport === undefined;
  }

  /** The last 64 KiB that the server printed for people. */
  get stderrTail(): string {
    return this.#link.stderrTail();
  }

  /** Why it is gone, in words that follow its name; undefined where that is not known. */
  get endReason(): string | undefined {
    return this.#link.endReason?.();
  }

  /** Whether the server says that it has `resources` or `prompts`. */
  offers(capability: "resources" | "prompts"): boolean {
    return this.#client.getServerCapabilities()?.[capability] !== undefined;
  }

  /** Ids of the sessions that have calls under way. */
  get callers(): readonly string[] {
    return this.#open.sessions;
  }

  /**
   * Calls a tool by the server's own name for it and gives the result as the server sent it.
   * @throws {TransportClosed} when the connection is gone by then.
   */
  async call(tool: string, input: unknown, options: ServerCallOptions): Promise<Record<string, unknown>> {
    const { signal, onProgress, limits, meta } = options;
    const params =
      input === undefined
        ? { name: tool, _meta: meta }
        : { name: tool, arguments: input as Record<string, unknown>, _meta: meta };
    signal.throwIfAborted();
    const call = new OpenCall(limits, meta["sessionId"], onProgress);
    // Not handed to the SDK itself, which never takes its listener off a signal.
    this.#aborts.follow(signal, call.ending);
    this.#open.add(call);
    try {
      return await this.#client.request({ method: "tools/call", params }, this.#sdk.anyResult, call);
    } catch (error) {
      if (this.closed) throw new TransportClosed(this.#closedText());
      const { reason } = call.ending;
      throw reason instanceof CallTimeout ? reason : error;
    } finally {
      call.clock.stop();
      this.#open.delete(call);
      this.#aborts.unfollow(signal, call.ending);
    }
  }

  /** Any other request, by its method, with the result as the server sent it. */
  async request(
    method: "resources/read" | "prompts/get",
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>> {
    return withScopedSignal(signal, (scoped) =>
      this.#client.request({ method, params }, this.#sdk.anyResult, {
        timeout: this.#requestMs,
        signal: scoped,
      }),
    );
  }

  /** One page of a list. */
  async page(kind: ListKind, cursor: string | undefined, signal?: AbortSignal): Promise<Page> {
    return withScopedSignal(signal, (scoped) =>
      listPage(this.#sdk, this.#client, kind, cursor, { signal: scoped, timeout: this.#requestMs }),
    );
  }

  /** All entries of a list. */
  async list(kind: ListKind, signal?: AbortSignal): Promise<unknown[]> {
    return withScopedSignal(signal, (scoped) =>
      listAll(this.#sdk, this.#client, kind, () => ({ signal: scoped, timeout: this.#requestMs })),
    );
  }

  /** Reads the tools again. */
  async readTools(signal: AbortSignal): Promise<ToolList> {
    return withScopedSignal(signal, (scoped) =>
      listTools(this.#sdk, this.#client, () => ({ signal: scoped, timeout: this.#requestMs })),
    );
  }

  /** For a call that was under way. An end of the server's own needs no further word. */
  #closedText(): string {
    const reason = this.endReason;
    return reason?.startsWith("was disconnected") === true
      ? `Transport closed\n    The server ${reason}.`
      : "Transport closed";
  }

  /** Settles pending calls and ends the server. */
  async close(): Promise<void> {
    await this.#client.close();
    await this.#link.close();
  }
}

function remainingMs(until: number): number {
  const remaining = until - performance.now();
  if (remaining <= 0) throw new Error("the time for the start is over");
  return remaining;
}
