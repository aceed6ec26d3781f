import { randomUUID } from "node:crypto";
import type { Host } from "../../host.ts";
import type { Session } from "../../session.ts";
import type { StepPlan } from "../../step/plan/types.ts";
import type { Step, StepCall } from "../../step/step.ts";
import { packageVersion } from "../../version.ts";
import { INSTRUCTIONS } from "../describe/instructions.ts";
import { searchTools } from "../describe/search-tool.ts";
import type { ServeSettings } from "../options.ts";
import { outputResult, toolResult } from "../results/tool-result.ts";
import type { CallValue } from "../results/tool-result.ts";
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
import type { Advertised, Target } from "./advertised.ts";
import { CellWatch } from "./cell-watch.ts";
import { readExecArguments } from "./exec-arguments.ts";
import { isWanted } from "./log-level.ts";
import { RequestProgress } from "./progress.ts";
import { RequestSignals } from "./request-signals.ts";

/** What is served. */
export type ServedHost = Pick<Host, "openSession" | "subscribe">;

/** What a client session is made of. */
export interface ClientParts {
  readonly host: ServedHost;
  readonly sdk: ServerSdk;
  readonly settings: ServeSettings;
  /** Told once, when nothing of the session is left. */
  readonly onClosed: () => void;
}

type Arguments = Readonly<Record<string, unknown>>;

/** One client and the session of ours that it has: its cells and stored values end with its connection. */
export class ClientSession {
  readonly #parts: ClientParts;
  readonly #session: Session;
  readonly #connection: Connection;
  readonly #watch: CellWatch;
  readonly #signals: RequestSignals = new RequestSignals();
  #made: { readonly plan: StepPlan; readonly list: Advertised } | null = null;
  /** The list that the client knows, or knows to be out of date; null until it has asked for one. */
  #told: string | null = null;
  #level: LoggingLevel | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    const { host, sdk, settings } = parts;
    const { maxYieldTimeMs } = settings;
    this.#session = host.openSession({
      onNotify: ({ cellId, text }) => this.#notify(cellId, text),
      ...(maxYieldTimeMs === null ? {} : { limits: { maxYieldTimeMs } }),
    });
    this.#watch = new CellWatch(host.subscribe);
    this.#connection = sdk.newConnection(packageVersion(), INSTRUCTIONS, {
      listTools: () => this.#listTools(),
      callTool: (params, extra) => this.#callTool(params, extra),
      setLevel: (level) => (this.#level = level),
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

  /** Ends everything of this client. May be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#signals.abortAll();
    await this.#session.close();
    await this.#connection.close();
    this.#parts.onClosed();
  }

  async #listTools(): Promise<ListToolsResult> {
    const { list } = await this.#current();
    this.#told = list.text;
    return { tools: [...list.tools] };
  }

  async #callTool(params: CallToolRequest["params"], extra: RequestExtra): Promise<CallToolResult> {
    const { step, list } = await this.#current();
    if (this.#told !== null) this.#compare(list);
    const target = list.target(params.name);
    if (target === null) throw this.#parts.sdk.invalidParams(unknownTool(params.name, list));
    return this.#signals.during(extra, (signal) =>
      this.#call(step, list, target, params.arguments ?? {}, { ...extra, signal }),
    );
  }

  async #call(
    step: Step,
    list: Advertised,
    target: Target,
    args: Arguments,
    extra: RequestExtra,
  ): Promise<CallToolResult> {
    if (target.kind === "exec") return this.#exec(step, args, extra);
    if (target.kind === "search") {
      try {
        return textResult(await searchTools(list.nested, args));
      } catch (error) {
        return problemResult(error instanceof Error ? error.message : String(error));
      }
    }
    const call = target.call(args);
    if ("problem" in call) return problemResult(call.problem);
    if (target.kind === "wait") return this.#wait(step, call, args, extra);
    const progress = new RequestProgress(extra);
    let value: CallValue = null;
    const output = await step.call(
      { ...call, callId: newCallId() },
      {
        signal: extra.signal,
        onProgress: (report) => progress.report(report),
        onValue: (given) => (value = { value: given }),
      },
    );
    progress.close();
    return toolResult(output, value, target, this.#parts.sdk);
  }

  async #exec(step: Step, args: Arguments, extra: RequestExtra): Promise<CallToolResult> {
    const request = readExecArguments(args, this.#parts.settings.yieldTimeMs);
    if ("problem" in request) return problemResult(request.problem);
    const { source, settings } = request;
    const callId = newCallId();
    const { signal } = extra;
    return this.#watch.forCall(callId, extra, async () =>
      outputResult(
        await step.call({ callId, name: "exec", input: source }, { signal, exec: settings }),
        this.#parts.sdk,
      ),
    );
  }

  async #wait(step: Step, call: StepCall, args: Arguments, extra: RequestExtra): Promise<CallToolResult> {
    const { signal } = extra;
    const cellId = typeof args["cell_id"] === "string" ? args["cell_id"] : "";
    return this.#watch.forCell(cellId, extra, async () => {
      // Whoever gives up waiting does not read the result any more: the cell would go on for nobody.
      const stop = (): void => void this.#session.terminate(cellId);
      signal.addEventListener("abort", stop, { once: true });
      try {
        return outputResult(await step.call({ ...call, callId: newCallId() }, { signal }), this.#parts.sdk);
      } finally {
        signal.removeEventListener("abort", stop);
      }
    });
  }

  /** The step as of now, and its list. */
  async #current(): Promise<{ readonly step: Step; readonly list: Advertised }> {
    const step = await this.#session.step();
    if (this.#made?.plan !== step.plan) {
      this.#made = { plan: step.plan, list: advertise(step, this.#parts.settings) };
    }
    return { step, list: this.#made.list };
  }

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

function newCallId(): string {
  return `mcp-${randomUUID()}`;
}

function unknownTool(name: string, { nested }: Advertised): string {
  const shown = JSON.stringify(name.slice(0, 200));
  const inCode = nested.find(({ identifier, executor }) => identifier === name || executor.name === name);
  return inCode === undefined
    ? `Unknown tool: ${shown}. tools/list has the tools of this server.`
    : `Unknown tool: ${shown} is called from a program: give exec a source with tools.${inCode.identifier}(…).`;
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

function problemResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function ignore(): void {
  // The client is gone, which its transport tells.
}
