// A driver for Codex's code-mode host, to measure it beside isocell. Frames: u32 little-endian length, then JSON.
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { FrameReader } from "./frame-reader.ts";

const SESSION = "bench";
const YIELD_MS = 60_000;

/** What the host sends, as far as it matters here. */
type Incoming =
  | { readonly type: "connection/ready" }
  | { readonly type: "connection/rejected"; readonly reason: unknown }
  | { readonly type: "operation/response" | "execute/initialResponse"; readonly id: number; readonly result: Result }
  | { readonly type: "delegate/request"; readonly id: number; readonly request: Delegate }
  | { readonly type: "delegate/cancel" | "cell/closed" };

type Result =
  | { readonly status: "ok"; readonly value: unknown }
  | { readonly status: "error"; readonly message: string };

interface Delegate {
  readonly type: string;
  readonly invocation?: { readonly input: unknown };
}

interface Waiting {
  readonly settledBy: "operation/response" | "execute/initialResponse";
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** One process of Codex's host with one session, whose tool `echo` gives its input back. */
export class CodexHost {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: Map<number, Waiting> = new Map();
  readonly #ready: PromiseWithResolvers<void> = Promise.withResolvers();
  #lastId = 0;

  private constructor(binary: string) {
    this.#child = spawn(binary, ["--listen", "stdio"], { stdio: ["pipe", "pipe", "ignore"] });
    const reader = new FrameReader((payload) => this.#onMessage(JSON.parse(payload.toString()) as Incoming));
    this.#child.stdout.on("data", (chunk: Buffer) => reader.push(chunk));
    this.#child.stdin.on("error", () => undefined);
    this.#child.once("error", (error) => this.#fail(error));
    this.#child.once("close", (code, signal) => this.#fail(new Error(`Codex's host ended (${signal ?? code})`)));
    this.#ready.promise.catch(() => undefined);
  }

  /** Starts the program and opens a session. Rejects when it refuses or can't be started. */
  static async start(binary: string): Promise<CodexHost> {
    const host = new CodexHost(binary);
    host.#send({
      type: "connection/hello",
      supportedVersions: [1],
      requiredCapabilities: [],
      optionalCapabilities: ["bounded-output-v1", "delegate-capacity-4096", "yield-observation"],
    });
    await host.#ready.promise;
    await host.#request({ method: "session/open", sessionId: SESSION }, "operation/response");
    return host;
  }

  /** Runs a script to its end. Rejects unless it completes. */
  async run(source: string): Promise<void> {
    const request = {
      tool_call_id: `call-${this.#lastId + 1}`,
      enabled_tools: [ECHO],
      source,
      yield_time_ms: YIELD_MS,
      max_output_tokens: null,
    };
    const answer = (await this.#request(
      { method: "session/execute", sessionId: SESSION, request },
      "execute/initialResponse",
    )) as { readonly Result?: { readonly error_text?: string | null } };
    if (answer.Result === undefined)
      throw new Error(`Codex's host did not finish the script: ${JSON.stringify(answer)}`);
    if (answer.Result.error_text) throw new Error(`the script failed in Codex's host: ${answer.Result.error_text}`);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  #request(request: object, settledBy: Waiting["settledBy"]): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { settledBy, resolve, reject });
      this.#send({ type: "operation/request", id, request });
    });
  }

  #onMessage(message: Incoming): void {
    switch (message.type) {
      case "connection/ready":
        this.#ready.resolve();
        return;
      case "connection/rejected":
        this.#fail(new Error(`Codex's host refused the connection: ${JSON.stringify(message.reason)}`));
        return;
      case "operation/response":
      case "execute/initialResponse":
        this.#settle(message.id, message.type, message.result);
        return;
      case "delegate/request":
        this.#answer(message.id, message.request);
        return;
      case "delegate/cancel":
      case "cell/closed":
    }
  }

  #settle(id: number, type: Waiting["settledBy"], result: Result): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (result.status === "ok" && type !== waiting.settledBy) return;
    this.#waiting.delete(id);
    if (result.status === "ok") waiting.resolve(result.value);
    else waiting.reject(new Error(`Codex's host: ${result.message}`));
  }

  #answer(id: number, { type, invocation }: Delegate): void {
    const value =
      type === "tool/invoke"
        ? { type: "tool/result", result: invocation?.input ?? null }
        : { type: "notification/delivered" };
    this.#send({ type: "delegate/response", id, result: { status: "ok", value } });
  }

  #send(message: object): void {
    const payload = Buffer.from(JSON.stringify(message));
    const head = Buffer.allocUnsafe(4);
    head.writeUInt32LE(payload.length);
    const { stdin } = this.#child;
    stdin.cork();
    stdin.write(head);
    stdin.write(payload);
    stdin.uncork();
  }

  #fail(error: Error): void {
    this.#ready.reject(error);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const ECHO = {
  name: "echo",
  tool_name: { name: "echo", namespace: null },
  description: "",
  kind: "function",
  input_schema: null,
  output_schema: null,
};
