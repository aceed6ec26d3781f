import { IsocellError } from "../protocol/index.ts";
import type { Limits } from "../protocol/index.ts";
import type { ToolExecutor } from "../tools/index.ts";
import type { Ask } from "./approvals/options.ts";
import { Cell } from "./cells/cell.ts";
import type { CellEnding } from "./cells/endings.ts";
import type { CellSession } from "./cells/cell-session.ts";
import { StoredValues } from "./cells/stored-values.ts";
import { DEFAULT_EXEC_YIELD_MS } from "./code-mode/exec-tool.ts";
import { truncatedContent } from "./code-mode/response.ts";
import type { Emitter } from "./events/emitter.ts";
import type { RunOptions, SessionOptions, WaitOptions } from "./options.ts";
import type { CellError, Outcome } from "./outcome.ts";
import { Gate } from "./pipeline/gate/gate.ts";
import type { RuntimePool } from "./pool/pool.ts";
import type { Catalog } from "./step/catalog.ts";
import type { PlanSources } from "./step/plan/types.ts";
import { StepMaker } from "./step/step-maker.ts";
import type { StepMakerParts } from "./step/step-maker.ts";
import type { Step } from "./step/step.ts";

const DEFAULT_WAIT_YIELD_MS = 10_000;

/** What a session needs of its host. */
export interface SessionHost {
  readonly pool: RuntimePool;
  readonly isolation: "cell" | "session";
  readonly limits: Limits;
  /**
   * All tools as of now; a promise while MCP servers are waited for: by a step for a moment, by a script submitted
   * directly until all have started. The same object while nothing has changed. Throws when a required server failed.
   */
  readonly sources: (waitFor: "step" | "all") => PlanSources | Promise<PlanSources>;
  /** What the host's options say about steps and calls. */
  readonly steps: Omit<StepMakerParts, "sessionId" | "backendFor" | "context"> & {
    readonly context: Omit<StepMakerParts["context"], "gate" | "onAsking" | "approvals">;
    /** Decides for one session, and remembers for it. `ask`: its own, where the options have none. */
    readonly approvals: (ask: Ask | undefined) => StepMakerParts["context"]["approvals"];
    readonly maxSharedCalls: number | null;
    /** Whether somebody may be asked about calls of such a session. */
    readonly asks: (ask: Ask | undefined) => boolean;
  };
  /** Where what happens is told; ask `active` before an event is built. */
  readonly events: Emitter;
  readonly onClosed: (session: Session) => void;
}

let lastNumber = 0;

/** The cells and stored values of one conversation. */
export class Session {
  readonly #number: number = ++lastNumber;
  /** Unique among all sessions of this process; events name it. */
  readonly id: string = String(this.#number);
  readonly #host: SessionHost;
  readonly #stored: StoredValues = new StoredValues();
  readonly #cells: Map<string, Cell> = new Map();
  readonly #cellSession: CellSession;
  readonly #steps: StepMaker;
  readonly #onContext: NonNullable<SessionOptions["onContext"]>;
  readonly #dynamic: readonly ToolExecutor[] | undefined;
  #combined: { readonly host: PlanSources; readonly all: PlanSources } | null = null;
  #lastCell = 0;
  #closed = false;

  constructor(host: SessionHost, options: SessionOptions) {
    this.#host = host;
    this.#cellSession = {
      link: {
        number: this.#number,
        isolation: host.isolation,
        // Who decides about a call is told where it was made; for others it is not worth looking.
        callSites: host.steps.context.hooks !== null || host.steps.asks(options.people?.ask),
        limits: { ...host.limits, ...options.limits },
        storedSince: (revision) => this.#stored.since(revision),
      },
      notify: (cellId, text) => options.onNotify?.({ cellId, text }),
      emit: (cellId, item) => options.onContent?.({ cellId, item }),
      commit: (stored) => this.#stored.commit(stored),
    };
    const { context, approvals, maxSharedCalls, asks: _, ...steps } = host.steps;
    this.#dynamic = options.dynamicTools;
    this.#onContext = options.onContext ?? ignore;
    this.#steps = new StepMaker({
      ...steps,
      sessionId: this.id,
      context: {
        ...context,
        gate: new Gate({ maxShared: maxSharedCalls }),
        approvals: approvals(options.people?.ask),
        // A script that waits for an answer lets its model look at something else meanwhile.
        onAsking: (source) => {
          if (source.kind === "cell") this.yieldNow(source.cellId);
        },
      },
      backendFor: (scriptStep) => ({
        run: (source, runOptions) => {
          const { step, catalogs } = scriptStep();
          return this.#execute(source, catalogs.forModel, step, runOptions);
        },
        wait: (cellId, waitOptions) => this.wait(cellId, waitOptions),
        terminate: (cellId) => this.terminate(cellId),
        outputs: steps.outputs,
      }),
    });
  }

  /** A frozen registry and list for one sampling request. Rejects with `session_closed`, or with what planning found wrong. */
  async step(): Promise<Step> {
    this.#checkOpen();
    return this.#steps.next(await this.#sources("step")).step;
  }

  /**
   * Runs a script and answers when it ends, yields, or `yieldTimeMs` has passed. What the script does wrong is in the
   * outcome; this rejects with `session_closed`, or with what kept an MCP server from starting.
   */
  async run(source: string, options: RunOptions = {}): Promise<Outcome> {
    this.#checkOpen();
    const sources = this.#sources("all");
    // Not awaited where the tools are known: the cell is then there when this returns, for `terminate` and `wait`.
    const { step, catalogs } = this.#steps.forScripts(sources instanceof Promise ? await sources : sources);
    return this.#execute(source, catalogs.plain, step, options);
  }

  /** Waits for a cell that yielded, and answers with what is new. An unknown id is a failed outcome. */
  async wait(cellId: string, options: WaitOptions = {}): Promise<Outcome> {
    const cell = this.#cells.get(cellId);
    if (cell === undefined) return notFound(cellId);
    if (cell.observed) return refused(cellId, "cell_observed", `exec cell ${cellId} already has an active observer`);
    const { yieldTimeMs = DEFAULT_WAIT_YIELD_MS, maxOutputTokens } = options;
    return this.#observe(cell, yieldTimeMs, maxOutputTokens);
  }

  /** Stops a cell, cancels its calls, and answers with what is new. A cell that had ended gives its own outcome. */
  async terminate(cellId: string): Promise<Outcome> {
    const cell = this.#cells.get(cellId);
    if (cell === undefined) return notFound(cellId);
    this.#cells.delete(cellId);
    return cell.terminate();
  }

  /** Asks that whoever observes a cell is answered soon; the cell goes on. */
  yieldNow(cellId: string): void {
    this.#cells.get(cellId)?.yieldNow();
  }

  /** Calls made and under way in all cells of the session that have not been read to their end. */
  progress(): { readonly calls: number; readonly pending: number } {
    let calls = 0;
    let pending = 0;
    for (const { progress } of this.#cells.values()) {
      calls += progress.calls;
      pending += progress.pending;
    }
    return { calls, pending };
  }

  /** Terminates all cells and forgets the stored values. May be called twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const cell of this.#cells.values()) cell.terminate();
    this.#cells.clear();
    this.#host.pool.closeSession(this.#number);
    this.#host.onClosed(this);
  }

  async #execute(
    source: string,
    catalog: Catalog,
    step: Step,
    options: RunOptions & { readonly callId?: string },
  ): Promise<Outcome> {
    this.#checkOpen();
    const { yieldTimeMs = DEFAULT_EXEC_YIELD_MS, maxOutputTokens, signal } = options;
    const id = String(++this.#lastCell);
    const { sourceBytes } = this.#cellSession.link.limits;
    if (sourceBytes !== null && source.length > sourceBytes / 4 && Buffer.byteLength(source) > sourceBytes) {
      const bytes = Buffer.byteLength(source);
      return refused(
        id,
        "source_too_large",
        `The source is ${bytes} bytes long, the limit sourceBytes is ${sourceBytes}.`,
      );
    }
    const cell = new Cell(id, source, this.#cellSession, {
      runner: step.runnerFor(catalog, (text) => this.#onContext({ cellId: id, text })),
      toolNames: () => catalog.frame.tools.map(([name]) => name),
      onEnded: (ending) => {
        signal?.removeEventListener("abort", onAbort);
        this.#tellEnd(id, ending);
      },
    });
    const onAbort = (): void => {
      if (this.#cells.delete(id)) cell.terminate();
    };
    this.#cells.set(id, cell);
    const { events } = this.#host;
    if (events.active) {
      const from = options.callId === undefined ? {} : { callId: options.callId };
      const begin = { sessionId: this.id, cellId: id, sourceBytes: Buffer.byteLength(source), ...from };
      events.emit({ type: "cell/begin", at: performance.now(), ...begin });
    }
    cell.start(this.#host.pool, catalog.frame);
    const outcome = this.#observe(cell, yieldTimeMs, maxOutputTokens);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    return outcome;
  }

  async #observe(cell: Cell, yieldTimeMs: number | null, maxOutputTokens: number | undefined): Promise<Outcome> {
    const longest = this.#cellSession.link.limits.maxYieldTimeMs;
    const waitMs = longest === null ? yieldTimeMs : Math.min(yieldTimeMs ?? longest, longest);
    const answer = await cell.observe(waitMs);
    // A result is kept until it was read once.
    if (answer.status !== "yielded") this.#cells.delete(cell.id);
    if (maxOutputTokens === undefined) return answer;
    return {
      ...answer,
      content: truncatedContent(answer.content, answer.error, maxOutputTokens, this.#host.steps.outputs),
    };
  }

  /** The host's tools and those of this session; the same object while neither has changed. */
  #sources(waitFor: "step" | "all"): PlanSources | Promise<PlanSources> {
    const host = this.#host.sources(waitFor);
    return host instanceof Promise ? host.then((sources) => this.#withOwn(sources)) : this.#withOwn(host);
  }

  #withOwn(host: PlanSources): PlanSources {
    if (this.#dynamic === undefined) return host;
    if (this.#combined?.host !== host) this.#combined = { host, all: { ...host, dynamic: this.#dynamic } };
    return this.#combined.all;
  }

  #tellEnd(cellId: string, { status, code, calls, cpuMs }: CellEnding): void {
    const { events } = this.#host;
    if (!events.active) return;
    const end = { status, calls, cpuMs, ...(code === undefined ? {} : { code }) };
    events.emit({ type: "cell/end", at: performance.now(), sessionId: this.id, cellId, ...end });
  }

  #checkOpen(): void {
    if (this.#closed) throw new IsocellError("session_closed", "The session was closed. Open another one on the host.");
  }
}

function ignore(): void {
  // Nobody asked for it.
}

function notFound(cellId: string): Outcome {
  return refused(cellId, "cell_not_found", `exec cell ${cellId} not found`);
}

function refused(cellId: string, code: CellError["code"], message: string): Outcome {
  return {
    status: "failed",
    cellId,
    content: [],
    error: { code, message },
    calls: [],
    timing: { queuedMs: 0, cpuMs: 0, wallMs: 0 },
    memoryPeakBytes: 0,
    warnings: [],
  };
}
