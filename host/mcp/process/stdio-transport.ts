import { MAX_FRAME_BYTES } from "../../../protocol/index.ts";
import { LineSplitter } from "./line-splitter.ts";
import { MessageWriter } from "./message-writer.ts";
import type { JSONRPCMessage, Transport } from "../sdk.ts";
import type { ServerProcess } from "./server-process.ts";

const SAMPLE_CHARACTERS = 200;

/**
 * The SDK's transport over a {@link ServerProcess}. Its own one takes messages of at most 10 MB, ends only the process it
 * started itself and keeps this process alive.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #server: ServerProcess;
  readonly #lines = new LineSplitter(MAX_FRAME_BYTES);
  readonly #writer: MessageWriter;
  readonly #waiting: string[] = [];
  #delivering = false;
  #closed = false;
  #noise: string | undefined;
  #failure: string | undefined;

  constructor(server: ServerProcess) {
    this.#server = server;
    this.#writer = new MessageWriter((text) => server.write(text));
  }

  /** The first line on standard output that was no message: a log line gone astray, or the wrong program. */
  get noise(): string | undefined {
    return this.#noise;
  }
  /** Why this side hung up. */
  get failure(): string | undefined {
    return this.#failure;
  }

  async start(): Promise<void> {
    await this.#server.started();
    this.#server.onClose(() => this.#tellClosed());
    this.#server.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  /** Asynchronous, because the SDK forgets a request only when this rejects. */
  async send(message: JSONRPCMessage): Promise<void> {
    return this.#writer.send(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    // First, so that pending requests settle now and not when the process has ended.
    this.#tellClosed();
    this.#writer.flush();
    await this.#server.close();
  }

  #tellClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #receive(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    let lines: string[];
    try {
      lines = this.#lines.push(chunk);
    } catch (error) {
      this.#failure = (error as RangeError).message;
      void this.close();
      return;
    }
    for (const line of lines) this.#waiting.push(line);
    if (!this.#delivering) void this.#deliver();
  }

  async #deliver(): Promise<void> {
    this.#delivering = true;
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
      const message = this.#parse(line);
      if (message === undefined) continue;
      // The SDK checks what kind of message it is, and reports what is none.
      this.onmessage?.(message);
      // It handles a notification a microtask later, but a response at once: the last progress of a call would come too late.
      if ("method" in message && this.#waiting.length > 0) await Promise.resolve();
    }
    this.#delivering = false;
  }

  #parse(line: string): JSONRPCMessage | undefined {
    try {
      const message: unknown = JSON.parse(line);
      if (typeof message === "object" && message !== null) return message as JSONRPCMessage;
    } catch {
      // Told below.
    }
    if (line.trim() !== "") this.#noise ??= line.slice(0, SAMPLE_CHARACTERS);
    return undefined;
  }
}
