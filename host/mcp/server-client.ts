import type { ToolProgress } from "../../tools/index.ts";
import { packageVersion } from "../version.ts";
import { listTools } from "./list-tools.ts";
import type { RequestLimits, ServerTool } from "./list-tools.ts";
import { withScopedSignal } from "./scoped-signal.ts";
import type { Sdk, SdkClient } from "./sdk.ts";
import type { ServerLink } from "./server-link.ts";

/** How long a server may take. */
export interface McpTimeouts {
  /** From starting its process until its last tool is known. */
  readonly startMs: number;
  /** For one call; starts anew with each progress notification. */
  readonly callMs: number;
}

/** Options of {@link ServerClient.start}. */
export interface StartOptions extends McpTimeouts {
  /** Gives up a server that is still starting. */
  readonly signal: AbortSignal | undefined;
}

/** What a call may use besides its arguments. */
export interface ServerCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ToolProgress) => void;
}

/** Longest description that a server may give of itself, in characters. */
const MAX_INSTRUCTIONS = 512 * 1024;

/** A server that has started and told its tools. */
export class ServerClient {
  readonly server: string;
  readonly tools: readonly ServerTool[];
  readonly timeouts: McpTimeouts;
  readonly #sdk: Sdk;
  readonly #client: SdkClient;
  readonly #link: ServerLink;

  private constructor(
    server: string,
    parts: { sdk: Sdk; client: SdkClient; link: ServerLink; tools: ServerTool[] },
    timeouts: McpTimeouts,
  ) {
    this.server = server;
    this.tools = parts.tools;
    this.timeouts = timeouts;
    this.#sdk = parts.sdk;
    this.#client = parts.client;
    this.#link = parts.link;
  }

  /**
   * Connects to a server and reads its tools.
   * @throws {IsocellError} `mcp_failed` when it can't be started, ends, or does not answer in time. Nothing of it is left then.
   */
  static async start(sdk: Sdk, server: string, link: ServerLink, options: StartOptions): Promise<ServerClient> {
    const { signal, ...timeouts } = options;
    const until = performance.now() + timeouts.startMs;
    let doing = "the start of its process";
    try {
      await link.started();
      const client = sdk.newClient("isocell", packageVersion());
      const tools = await withScopedSignal(signal, async (scoped) => {
        const limits = (): RequestLimits => ({ signal: scoped, timeout: remainingMs(until) });
        doing = "initialize";
        await client.connect(link.transport, limits());
        doing = "tools/list";
        return listTools(sdk, client, limits);
      });
      link.markWorking();
      return new ServerClient(server, { sdk, client, link, tools }, timeouts);
    } catch (cause) {
      const timedOut = performance.now() >= until;
      throw await link.failStart({ doing, cause, timeoutMs: timeouts.startMs, timedOut });
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

  /** Calls a tool by the server's own name for it and gives the result as the server sent it. */
  async call(
    tool: string,
    input: unknown,
    { signal, onProgress }: ServerCallOptions,
  ): Promise<Record<string, unknown>> {
    const request = {
      method: "tools/call",
      params: { name: tool, arguments: input as Record<string, unknown> },
    } as const;
    const limits = {
      timeout: this.timeouts.callMs,
      resetTimeoutOnProgress: true,
      onprogress: onProgress as (progress: unknown) => void,
    };
    return withScopedSignal(signal, (scoped) =>
      this.#client.request(request, this.#sdk.anyResult, { ...limits, signal: scoped }),
    );
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
