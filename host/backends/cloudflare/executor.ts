import { randomUUID } from "node:crypto";
import { IsocellError } from "../../../protocol/index.ts";
import type { Limits } from "../../../protocol/index.ts";
import { createHost } from "../../host.ts";
import type { Host } from "../../host.ts";
import type { PoolOptions } from "../../options.ts";
import type { Session } from "../../session.ts";
import { messageOf } from "../../pipeline/call.ts";
import { catalogsOf } from "../../step/catalog.ts";
import { asFunction } from "./as-function.ts";
import { bindTools } from "./bind-tools.ts";
import { cellSource } from "./cell-source.ts";
import type { ExecuteOptions, ExecuteResult, Executor, ResolvedProvider } from "./codemode.ts";
import { namespacesOf } from "./namespaces.ts";
import { resultOf } from "./result.ts";

/** Options of an executor. */
export interface IsocellExecutorOptions {
  /** Milliseconds that code may take, its tools included. Default 60,000. */
  readonly timeout?: number;
  /** Runs the code on this host, with its hooks, approvals and events; it stays open. Default: a host of the executor's own. */
  readonly host?: Host;
  /** Of the executor's own host. */
  readonly pool?: PoolOptions;
  /** Limits of each run, besides its time. */
  readonly limits?: Partial<Omit<Limits, "wallMs" | "cpuMs" | "idleMs">>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** Code is given this long to end by itself when its time is over, so that what it logged is not lost. */
const GRACE_MS = 1_000;
/** Results and console output together, in bytes. */
const OUTPUT_BYTES = 67_108_864;
/** Longest time a timer can wait. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Runs code of `@cloudflare/codemode` on Node.js: each run in a V8 isolate of its own, in another process. To be closed when
 * it is no longer needed: its processes would keep the program alive.
 */
export class IsocellExecutor implements Executor, AsyncDisposable {
  readonly #options: IsocellExecutorOptions;
  readonly #timeoutMs: number;
  readonly #running: Set<Session> = new Set();
  #own: Promise<Host> | null = null;
  #closed = false;

  /** Throws an {@link IsocellError} `invalid_options`. The host's own options are checked when it is first needed. */
  constructor(options: IsocellExecutorOptions = {}) {
    const { timeout = DEFAULT_TIMEOUT_MS } = options;
    if (!Number.isInteger(timeout) || timeout < 1 || timeout > MAX_TIMEOUT_MS - GRACE_MS) {
      throw new IsocellError(
        "invalid_options",
        `\`timeout\` is ${String(timeout)}; give milliseconds as a whole number of at least 1`,
      );
    }
    this.#options = options;
    this.#timeoutMs = timeout;
  }

  /**
   * Runs code with functions by namespace; a mere record of functions is the namespace `codemode`. Never rejects: what
   * goes wrong is in `error`, and `logs` has the console output up to then.
   */
  async execute(
    code: string,
    providersOrFns: ResolvedProvider[] | Record<string, (...args: unknown[]) => Promise<unknown>>,
    options: ExecuteOptions = {},
  ): Promise<ExecuteResult> {
    try {
      const providers = Array.isArray(providersOrFns) ? providersOrFns : [{ name: "codemode", fns: providersOrFns }];
      return await this.#run(code, providers, options.connectors ?? []);
    } catch (error) {
      return { result: undefined, error: messageOf(error), logs: [] };
    }
  }

  /** Ends all runs, which answer so, and the executor's own host. May be called twice. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(Array.from(this.#running, (session) => session.close()));
    await (await this.#own)?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(
    code: string,
    providers: readonly ResolvedProvider[],
    connectors: NonNullable<ExecuteOptions["connectors"]>,
  ): Promise<ExecuteResult> {
    const namespaces = namespacesOf(providers, connectors);
    if (typeof namespaces === "string") return { result: undefined, error: namespaces, logs: [] };
    const bytesKey = `bytes:${randomUUID()}`;
    const bound = bindTools(namespaces, bytesKey);
    const main = await asFunction(code);
    const host = await this.#host();
    const timeoutMs = this.#timeoutMs;
    const session = host.openSession({
      dynamicTools: bound.tools,
      limits: {
        outputBytes: OUTPUT_BYTES,
        ...this.#options.limits,
        wallMs: timeoutMs + GRACE_MS,
        cpuMs: timeoutMs,
        idleMs: null,
      },
    });
    this.#running.add(session);
    try {
      const { frame, executors } = catalogsOf((await session.step()).plan.nested).plain;
      const names = new Map(executors.map((executor, index) => [executor, frame.tools[index]?.[0] ?? ""]));
      const inCode = bound.inCode(names);
      if (typeof inCode === "string") return { result: undefined, error: inCode, logs: [] };
      const source = cellSource({ main, namespaces: inCode, bytesKey, timeoutMs });
      const outcome = await session.run(source, { yieldTimeMs: null });
      return resultOf(outcome, { bytesKey, timeoutMs });
    } finally {
      this.#running.delete(session);
      await session.close();
    }
  }

  async #host(): Promise<Host> {
    if (this.#closed) throw new IsocellError("host_closed", "The executor was closed. Create another one.");
    const { host, pool } = this.#options;
    if (host !== undefined) return host;
    this.#own ??= createHost({ mode: "direct", ...(pool === undefined ? {} : { pool }) });
    return this.#own;
  }
}

/** Makes an executor for `createCodeTool` and whatever else takes one. */
export function createExecutor(options: IsocellExecutorOptions = {}): IsocellExecutor {
  return new IsocellExecutor(options);
}
