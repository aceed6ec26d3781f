import type { JSONRPCMessage, Transport } from "../sdk.ts";
import { Delivery } from "./traffic/delivery.ts";
import { HttpFailure } from "./texts/failure.ts";
import { PendingRequests } from "./traffic/pending-requests.ts";
import type { HttpSdk, StreamableHTTPClientTransport } from "./sdk-http.ts";
import type { ServerFetch } from "./traffic/server-fetch.ts";

const END_SESSION_MS = 2000;
const LOST_SESSION = /session/i;
/** A refusal that says nothing about which protocol a server speaks. */
const OTHER_REFUSALS: ReadonlySet<number | undefined> = new Set([401, 403, 407, 408, 429]);

/** What a transport needs. */
export interface HttpTransportOptions {
  readonly sdk: () => Promise<HttpSdk>;
  readonly url: URL;
  readonly fetch: ServerFetch;
  /** Whether only the old protocol is to be spoken. */
  readonly sseOnly: boolean;
  /** An error of the SDK in words that hold no secret. */
  readonly explain: (error: unknown) => Error;
}

/**
 * The SDK's transports for HTTP as one: Streamable HTTP, or, where the server refuses its first message, HTTP with
 * server-sent events. Unlike them it settles requests whose answer can't come any more, ends the session when it is closed,
 * and closes when the server has lost the session: whoever uses it may then connect anew.
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: HttpTransportOptions;
  readonly #pending = new PendingRequests((id, message) => this.#fail(id, message));
  readonly #delivery = new Delivery((message) => this.onmessage?.(message));
  #inner: Transport | undefined;
  #streamable: StreamableHTTPClientTransport | undefined;
  #noise: string | undefined;
  #lost: string | undefined;
  #told = false;
  #closing: Promise<void> | undefined;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  /** The first thing that the server sent and that was no message. */
  get noise(): string | undefined {
    return this.#noise;
  }

  /** How the server went away, in words that follow its name; undefined while it is there, and when this side closed. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /** Does nothing: the connection is made with the first message, so that the time of the first request bounds it. */
  async start(): Promise<void> {}

  setProtocolVersion(version: string): void {
    this.#inner?.setProtocolVersion?.(version);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing !== undefined) throw new HttpFailure("the connection is closed");
    try {
      if (this.#inner !== undefined) await this.#post(this.#inner, message);
      // Before the first request has been answered there is nothing that a notification could be about.
      else if ("id" in message) await this.#connect(message);
    } catch (error) {
      throw this.#explained(error, message);
    } finally {
      if ("method" in message && message.method === "notifications/cancelled")
        this.#pending.cancel(message.params?.["requestId"]);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // First, so that pending requests settle now and not when the server has been told.
    this.#tellClosed();
    this.#pending.cancelAll();
    const { fetch } = this.#options;
    const timer = setTimeout(() => fetch.stop(), END_SESSION_MS);
    // The server ends the session itself some time, when it is not told.
    await this.#streamable?.terminateSession().catch(() => undefined);
    clearTimeout(timer);
    fetch.stop();
    await this.#inner?.close();
  }

  async #connect(message: JSONRPCMessage): Promise<void> {
    const sdk = await this.#options.sdk();
    const { url, fetch, sseOnly } = this.#options;
    if (sseOnly) return this.#connectSse(sdk, message);
    const streamable = sdk.newStreamable(url, fetch.fetch);
    this.#use(streamable);
    this.#streamable = streamable;
    await streamable.start();
    try {
      await this.#post(streamable, message);
    } catch (error) {
      if (!isRefusal(error) || this.#closing !== undefined) throw error;
      this.#streamable = undefined;
      await this.#connectSse(sdk, message).catch((second: unknown) => {
        throw bothFailed(error, this.#options.explain(second));
      });
    }
  }

  async #connectSse(sdk: HttpSdk, message: JSONRPCMessage): Promise<void> {
    const { url, fetch } = this.#options;
    const sse = sdk.newSse(url, fetch.fetch);
    this.#use(sse);
    await this.#pending.within(fetch.scope, message, () => sse.start());
    // A stream that ends takes the session with it: asking for another one would give one that was never initialized.
    this.#use(sse, (error) => {
      this.#hear(error);
      if (error.name !== "HttpFailure") this.#lose("ended its stream of events");
    });
    await this.#post(sse, message);
  }

  #use(inner: Transport, onerror = (error: Error): void => this.#hear(error)): void {
    // One that was given up has nothing to say any more.
    if (this.#inner !== undefined && this.#inner !== inner) delete this.#inner.onmessage;
    this.#inner = inner;
    const onmessage = (message: JSONRPCMessage): void => {
      if ("id" in message && !("method" in message)) this.#pending.answered(message.id);
      this.#delivery.push(message);
    };
    Object.assign(inner, { onerror, onmessage });
  }

  async #post(inner: Transport, message: JSONRPCMessage): Promise<void> {
    const isStreamable = inner === this.#streamable;
    await this.#pending.within(this.#options.fetch.scope, message, () => inner.send(message), isStreamable);
  }

  #hear(error: unknown): void {
    const explained = this.#options.explain(error);
    if (!(explained instanceof HttpFailure)) return;
    if (/^maximum reconnection attempts/i.test(explained.message)) this.#pending.failStreams();
    else if (explained.status === undefined && explained.errno === undefined) this.#noise ??= explained.message;
    this.onerror?.(explained);
  }

  #explained(error: unknown, message: JSONRPCMessage): Error {
    const plain = this.#options.explain(error);
    if (!(plain instanceof HttpFailure)) return plain;
    const explained = plain.advised(this.#options.fetch.adviceFor(plain.status));
    if (!("method" in message) || message.method === "initialize") return explained;
    const { status, errno } = explained;
    const lost = status === 404 || (status === 400 && LOST_SESSION.test(explained.message));
    if (lost && this.#streamable?.sessionId !== undefined) this.#lose("has lost the session");
    else if (errno === "ECONNREFUSED") this.#lose("refuses connections");
    return explained.withAdvice();
  }

  #lose(how: string): void {
    if (this.#closing === undefined) this.#lost = how;
    void this.close();
  }

  /** Answers a request in the server's place. */
  #fail(id: string | number, message: string): void {
    this.#delivery.push({ jsonrpc: "2.0", id, error: { code: -32000, message } });
  }

  #tellClosed(): void {
    if (this.#told) return;
    this.#told = true;
    this.onclose?.();
  }
}

/** Whether a server refused the first message in a way that one of the old protocol would. */
function isRefusal(error: unknown): error is HttpFailure {
  if (!(error instanceof HttpFailure)) return false;
  const { status } = error;
  return status !== undefined && status >= 400 && status < 500 && !OTHER_REFUSALS.has(status);
}

function bothFailed(first: HttpFailure, second: Error): HttpFailure {
  return new HttpFailure(
    `${first.message}; and for a stream of events, as servers of before 2025 have it: ${second.message}`,
    {
      ...(first.status === undefined ? {} : { status: first.status }),
      advice: second instanceof HttpFailure ? (second.advice ?? first.advice) : first.advice,
    },
  );
}
