import type { HostEvent } from "../../events/events.ts";
import type { Host } from "../../host.ts";
import type { Session } from "../../session.ts";
import type { StepPlan } from "../../step/plan/types.ts";
import type { Step } from "../../step/step.ts";
import { packageVersion } from "../../version.ts";
import { INSTRUCTIONS } from "../describe/instructions.ts";
import type { ServeSettings } from "../options.ts";
import { peopleOf } from "../questions/client-people.ts";
import type {
  CallToolRequest,
  CallToolResult,
  Connection,
  ListToolsResult,
  LoggingLevel,
  RequestExtra,
  ServerSdk,
  Transport,
} from "../sdk.ts";
import { advertise } from "./advertised.ts";
import type { Advertised } from "./advertised.ts";
import { CellWatch } from "./cell-watch.ts";
import { isWanted, readLevel } from "./log-level.ts";
import { promptsOf } from "./prompts.ts";
import type { PromptHost } from "./prompts.ts";
import { resourcesOf } from "./resources.ts";
import type { ResourceHost } from "./resources.ts";
import { RequestSignals } from "./request-signals.ts";
import { ToolCalls } from "./tool-calls.ts";

type ServerLog = Extract<HostEvent, { readonly type: "server/log" }>;

/** What is served. */
export type ServedHost = Pick<Host, "openSession" | "subscribe"> & Partial<PromptHost & ResourceHost>;

/** What a client session is made of. */
export interface ClientParts {
  readonly host: ServedHost;
  readonly sdk: ServerSdk;
  readonly settings: ServeSettings;
  /** Whether the client listens while it has no request under way. */
  readonly hasOwnStream: () => boolean;
  /** Told once, when nothing of the session is left. */
  readonly onClosed: () => void;
}

/** One client and the session of ours that it has: its cells and stored values end with its connection. */
export class ClientSession {
  readonly #parts: ClientParts;
  readonly #connection: Connection;
  readonly #watch: CellWatch;
  readonly #signals: RequestSignals = new RequestSignals();
  /** Opened with the first request: what the client can do is known then. */
  #opened: { readonly session: Session; readonly calls: ToolCalls } | null = null;
  #made: { readonly plan: StepPlan; readonly list: Advertised } | null = null;
  /** The list that the client knows, or knows to be out of date; null until it has asked for one. */
  #told: string | null = null;
  #level: LoggingLevel | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    const { host, sdk } = parts;
    this.#watch = new CellWatch(host.subscribe);
    this.#connection = sdk.newConnection(packageVersion(), INSTRUCTIONS, {
      listTools: () => this.#listTools(),
      callTool: (params, extra) => this.#callTool(params, extra),
      setLevel: (level) => (this.#level = level),
      prompts: promptsOf(host, sdk),
      resources: resourcesOf(host, sdk),
      closed: () => void this.close(),
    });
  }

  /** Serves the client at the other end. */
  async connect(transport: Transport): Promise<void> {
    await this.#connection.connect(transport);
  }

  /** Ends requests whose client has gone, as if it had cancelled them. */
  cancel(requestIds: readonly (string | number)[]): void {
    this.#signals.abort(requestIds);
  }

  /** Tells the client that its list is out of date, if it is. */
  async refresh(): Promise<void> {
    if (this.#closing !== null || this.#told === null) return;
    this.#compare((await this.#current()).list);
  }

  /** Passes on what an MCP server tells whoever runs it. */
  passOn({ server, level: told, logger, message }: ServerLog): void {
    const level = readLevel(told);
    if (this.#closing !== null || this.#connection.asks() === null || !isWanted(level, this.#level)) return;
    const from = logger === undefined ? server : `${server}/${logger}`;
    const params = { level, logger: from, data: message };
    this.#connection.notify({ method: "notifications/message", params }).catch(ignore);
  }

  /** Ends everything of this client. May be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#signals.abortAll();
    await this.#opened?.session.close();
    await this.#connection.close();
    this.#parts.onClosed();
  }

  async #listTools(): Promise<ListToolsResult> {
    const { list } = await this.#current();
    this.#told = list.text;
    return { tools: [...list.tools] };
  }

  async #callTool(params: CallToolRequest["params"], extra: RequestExtra): Promise<CallToolResult> {
    const { step, list, calls } = await this.#current();
    if (this.#told !== null) this.#compare(list);
    const target = list.target(params.name);
    if (target === null) throw this.#parts.sdk.invalidParams(unknownTool(params.name, list));
    return this.#signals.during(extra, (signal) =>
      calls.run({ step, nested: list.nested, target, args: params.arguments ?? {} }, { ...extra, signal }),
    );
  }

  /** The step as of now, and its list. */
  async #current(): Promise<{ readonly step: Step; readonly list: Advertised; readonly calls: ToolCalls }> {
    const { session, calls } = this.#open();
    const step = await session.step();
    if (this.#made?.plan !== step.plan) {
      this.#made = { plan: step.plan, list: advertise(step, this.#parts.settings) };
    }
    return { step, list: this.#made.list, calls };
  }

  #open(): { readonly session: Session; readonly calls: ToolCalls } {
    if (this.#opened !== null) return this.#opened;
    const { host, sdk, settings } = this.#parts;
    const { maxYieldTimeMs } = settings;
    const people = peopleOf({ asks: this.#connection.asks, ask: this.#ask });
    const session = host.openSession({
      onNotify: ({ cellId, text }) => this.#notify(cellId, text),
      ...(people === undefined ? {} : { people }),
      ...(maxYieldTimeMs === null ? {} : { limits: { maxYieldTimeMs } }),
    });
    this.#opened = { session, calls: new ToolCalls({ session, watch: this.#watch, sdk, settings }) };
    // A request that comes while all is closed is answered by the session.
    if (this.#closing !== null) void session.close();
    return this.#opened;
  }

  /** Where the client has no stream of its own, a question goes out on that of a request, if need be of the next one. */
  readonly #ask: Connection["ask"] = (question, signal) => {
    const { ask } = this.#connection;
    if (this.#parts.hasOwnStream()) return ask(question, signal);
    const { latest } = this.#signals;
    if (latest !== undefined) return ask(question, signal, latest);
    return this.#signals.next(signal).then((requestId) => ask(question, signal, requestId));
  };

  #compare({ text }: Advertised): void {
    if (text === this.#told) return;
    this.#told = text;
    this.#connection.notify({ method: "notifications/tools/list_changed" }).catch(ignore);
  }

  /** What a script tells its user: with the request that waits for the script, if there is one. */
  #notify(cellId: string, text: string): void {
    const request = this.#watch.requestOf(cellId);
    request?.progress.tell(text);
    if (!isWanted("info", this.#level)) return;
    const message = {
      method: "notifications/message",
      params: { level: "info", logger: "exec", data: text },
    } as const;
    const sent = request === undefined ? this.#connection.notify(message) : request.send(message);
    sent.catch(ignore);
  }
}

function unknownTool(name: string, { nested }: Advertised): string {
  const shown = JSON.stringify(name.slice(0, 200));
  const inCode = nested.find(({ identifier, executor }) => identifier === name || executor.name === name);
  return inCode === undefined
    ? `Unknown tool: ${shown}. tools/list has the tools of this server.`
    : `Unknown tool: ${shown} is called from a program: give exec a source with tools.${inCode.identifier}(…).`;
}

function ignore(): void {
  // The client is gone, which its transport tells.
}
