import { AsyncLocalStorage } from "node:async_hooks";
import { boundBody, isEventStream } from "./bound-body.ts";
import { HttpFailure, networkFailure } from "../texts/failure.ts";
import { readExcerpt } from "./read-excerpt.ts";
import type { Secrets } from "../texts/secrets.ts";
import type { FetchLike } from "../sdk-http.ts";
import { StreamLimit } from "./stream-limit.ts";

/** What is known of a message while the SDK sends it and reads the answer. */
export interface SendScope {
  /** Whether somebody waits for an answer. */
  readonly awaited: boolean;
  /** Fires when nobody does any more. */
  readonly signal: AbortSignal;
  /** Called when the answer is a stream of events. */
  readonly onStream: () => void;
  /** Called when such a stream has ended. */
  readonly onStreamEnd: (resumable: boolean) => void;
}

/** Where access tokens come from. */
export interface Authorization {
  /** The token to use now, if there is one. */
  readonly token: () => Promise<string | undefined>;
  /**
   * Called when the server answered 401, or 403. True when there is another token to try. `signal` fires when the connection is closed.
   * @throws {HttpFailure} when there can't be one.
   */
  readonly renew: (used: string | undefined, response: Response, signal: AbortSignal) => Promise<boolean>;
  /** What a user can do when the server refuses. */
  readonly advice: (response: Response) => string | undefined;
  /** As that of a link: calls back when there may be a token after the server has refused for want of one. */
  readonly onMended?: (listener: () => void) => (() => void) | undefined;
}

/** What requests to one server have in common. */
export interface ServerFetchOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: Authorization;
  readonly secrets: Secrets;
}

/**
 * The `fetch` that is given to the SDK: adds headers, bounds what comes back, gives errors words and status, and stops with
 * the connection. The SDK tells it nothing about the message that it sends: that is in `scope`.
 */
export class ServerFetch {
  readonly scope: AsyncLocalStorage<SendScope> = new AsyncLocalStorage<SendScope>();
  readonly #options: ServerFetchOptions;
  readonly #streams = new StreamLimit();
  readonly #stopped = new AbortController();
  #refused: { readonly status: number; readonly advice: string | undefined } | undefined;

  constructor(options: ServerFetchOptions) {
    this.#options = options;
  }

  readonly fetch: FetchLike = async (url, init = {}) => {
    const scope = this.scope.getStore();
    const method = init.method ?? "GET";
    const signals = [this.#stopped.signal, init.signal, scope?.signal].filter((signal) => signal != null);
    const signal = AbortSignal.any(signals);
    if (method === "GET" && !(await this.#streams.admit(scope?.awaited ?? false, signal))) return noStream();
    const response = await this.#authorized(url, { ...init, signal });
    const { status } = response;
    if (status >= 400) this.#refused = { status, advice: this.#options.authorization.advice(response) };
    // A redirect is the SDK's to follow, and a GET that is refused means that there is no stream.
    if (status >= 400 && method === "POST") throw await this.#refusal(response);
    if (isEventStream(response) && method === "POST") scope?.onStream();
    return boundBody(response, ({ resumable, fruitful }) => {
      if (method === "GET") this.#streams.ended(fruitful);
      if (isEventStream(response)) scope?.onStreamEnd(resumable);
    });
  };

  /** What a user can do about the last refusal, if it had this status: the SDK keeps nothing else of some of them. */
  adviceFor(status: number | undefined): string | undefined {
    return this.#refused?.status === status ? this.#refused?.advice : undefined;
  }

  /** Ends all requests; no other is made. */
  stop(): void {
    this.#stopped.abort();
  }

  async #authorized(url: string | URL, init: RequestInit): Promise<Response> {
    const { authorization } = this.#options;
    const token = this.#options.headers["authorization"] === undefined ? await authorization.token() : undefined;
    const response = await this.#request(url, init, token);
    if ((response.status !== 401 && response.status !== 403) || init.method === "DELETE") return response;
    if (!(await authorization.renew(token, response, this.#stopped.signal))) return response;
    await response.body?.cancel();
    return this.#request(url, init, await authorization.token());
  }

  async #request(url: string | URL, init: RequestInit, token: string | undefined): Promise<Response> {
    const { headers: own, secrets } = this.#options;
    const headers = new Headers(init.headers);
    // Elsewhere they would be given away.
    if (new URL(url).origin === this.#options.url.origin) {
      for (const [name, value] of Object.entries(own)) headers.set(name, value);
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    }
    if (token !== undefined) secrets.add(token);
    try {
      return await fetch(url, { ...init, headers });
    } catch (error) {
      init.signal?.throwIfAborted();
      throw networkFailure(error, (text) => secrets.hide(text));
    }
  }

  async #refusal(response: Response): Promise<HttpFailure> {
    const { status, statusText } = response;
    const excerpt = await readExcerpt(response, (text) => this.#options.secrets.hide(text));
    const name = `HTTP ${status}${statusText === "" ? "" : ` ${statusText}`}`;
    return new HttpFailure(excerpt === "" ? name : `${name}: ${excerpt}`, { status, advice: this.adviceFor(status) });
  }
}

/** What a server answers that offers no stream: the SDK asks no more then. */
function noStream(): Response {
  return new Response(null, { status: 405 });
}
