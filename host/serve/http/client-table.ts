import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ClientSession } from "../session/client-session.ts";
import type { ClientParts } from "../session/client-session.ts";
import type { HttpSettings } from "../options.ts";
import type { StreamableHTTPServerTransport } from "../sdk.ts";
import { requestIds } from "./read-body.ts";

/** A client that was given a session id. */
export class HttpClient {
  readonly client: ClientSession;
  readonly #transport: StreamableHTTPServerTransport;
  /** Requests and streams under way. */
  #open = 0;
  /** Those of them that the client listens to without a request. */
  #streams = 0;
  #lastUsedAt: number = performance.now();

  constructor(client: ClientSession, transport: StreamableHTTPServerTransport) {
    this.client = client;
    this.#transport = transport;
  }

  /** Milliseconds since anything was under way; 0 while something is. */
  get idleMs(): number {
    return this.#open > 0 ? 0 : performance.now() - this.#lastUsedAt;
  }

  get hasOwnStream(): boolean {
    return this.#streams > 0;
  }

  /**
   * Answers a request. When its connection breaks before the answer is out, the request is given up: no answer could ever
   * be delivered, and its script would run for nobody.
   */
  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const stream = request.method === "GET" ? 1 : 0;
    this.#open += 1;
    this.#streams += stream;
    response.once("close", () => {
      this.#open -= 1;
      this.#streams -= stream;
      this.#lastUsedAt = performance.now();
      if (!response.writableFinished) this.client.cancel(requestIds(body));
    });
    await this.#transport.handleRequest(request, response, body);
  }
}

/** The clients of an HTTP server, by session id. */
export class ClientTable {
  readonly #parts: Omit<ClientParts, "onClosed" | "hasOwnStream">;
  readonly #settings: HttpSettings;
  readonly #clients: Map<string, HttpClient> = new Map();
  /** Clients whose first request is being answered: they have no id yet. */
  readonly #starting: Set<ClientSession> = new Set();
  readonly #sweep: NodeJS.Timeout;

  constructor(parts: Omit<ClientParts, "onClosed" | "hasOwnStream">, settings: HttpSettings) {
    this.#parts = parts;
    this.#settings = settings;
    const everyMs = Math.max(10, Math.min(60_000, settings.sessionIdleMs / 2));
    this.#sweep = setInterval(() => this.#closeIdle(), everyMs).unref();
  }

  get size(): number {
    return this.#clients.size + this.#starting.size;
  }

  get(id: string): HttpClient | undefined {
    return this.#clients.get(id);
  }

  /** All clients that have a session. */
  list(): readonly ClientSession[] {
    return [...this.#clients.values()].map(({ client }) => client);
  }

  /** Answers a client's first request; false where there is no room for it. */
  async start(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<boolean> {
    if (!this.#makeRoom()) return false;
    let id: string | null = null;
    const client = new ClientSession({
      ...this.#parts,
      hasOwnStream: () => entry.hasOwnStream,
      onClosed: () => {
        this.#starting.delete(client);
        if (id !== null) this.#clients.delete(id);
      },
    });
    this.#starting.add(client);
    const transport = this.#parts.sdk.newHttpTransport({
      newId: randomUUID,
      onOpened: (given) => {
        id = given;
        this.#starting.delete(client);
        this.#clients.set(given, entry);
      },
    });
    const entry = new HttpClient(client, transport);
    // A first request that was no good leaves a client that nobody can ever speak to again.
    response.once("close", () => {
      if (id === null) void client.close();
    });
    await client.connect(transport);
    await entry.handle(request, response, body);
    return true;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.list(), ...this.#starting].map((client) => client.close()));
  }

  #makeRoom(): boolean {
    if (this.size < this.#settings.maxSessions) return true;
    let idlest: HttpClient | null = null;
    for (const client of this.#clients.values()) {
      if (client.idleMs > (idlest?.idleMs ?? 0)) idlest = client;
    }
    if (idlest === null) return false;
    const [id] = [...this.#clients].find(([, client]) => client === idlest) ?? [];
    // Taken out at once: what closes it goes on for a moment.
    if (id !== undefined) this.#clients.delete(id);
    void idlest.client.close();
    return true;
  }

  #closeIdle(): void {
    for (const { client, idleMs } of this.#clients.values()) {
      if (idleMs > this.#settings.sessionIdleMs) void client.close();
    }
  }
}
