import { callFailure } from "../calls/call-failure.ts";
import type { ServerClient } from "../client/server-client.ts";
import type { ListKind } from "../client/list-pages.ts";
import type { ManagedServer } from "../life/managed-server.ts";

/** An entry of a list with the server that it comes from. */
type OfServer = Readonly<Record<string, unknown>> & { readonly server: string };

/** Entries of one server, or of all. */
export interface Listing {
  readonly entries: readonly OfServer[];
  readonly nextCursor?: string;
  /** Servers that could not be asked, where all were meant. */
  readonly errors: readonly { readonly server: string; readonly message: string }[];
}

/** Fields in the order of the protocol's own texts, so that lists of all servers read alike. */
const ORDER = ["uri", "uriTemplate", "name", "title", "description", "mimeType", "size", "text", "blob"];

/** What the servers of a host have besides tools. */
export class McpResources {
  readonly #servers: readonly ManagedServer[];

  constructor(servers: readonly ManagedServer[]) {
    this.#servers = servers;
  }

  /**
   * The entries of one server, a page at a time, or all entries of all.
   * @throws {Error} for the model: an unknown server, or one that cannot answer.
   */
  async list(kind: ListKind, server: string | null, cursor: string | null, signal?: AbortSignal): Promise<Listing> {
    if (server === null) return this.#listAll(kind, signal);
    const { client } = this.#find(server);
    if (!client.offers(capabilityOf(kind))) return { entries: [], errors: [] };
    try {
      const { entries, nextCursor } = await client.page(kind, cursor ?? undefined, signal);
      const next = nextCursor === undefined ? {} : { nextCursor };
      return { entries: entries.flatMap((entry) => entryOf(server, entry)), ...next, errors: [] };
    } catch (error) {
      throw failed(kind.method, server, "", error, signal);
    }
  }

  /** All entries of one server or of all, however many pages that is. Throws as {@link list} does. */
  async listWhole(kind: ListKind, server: string | null): Promise<readonly OfServer[]> {
    const entries: OfServer[] = [];
    let cursor: string | null = null;
    do {
      const page: Listing = await this.list(kind, server, cursor);
      entries.push(...page.entries);
      cursor = page.nextCursor === cursor ? null : (page.nextCursor ?? null);
    } while (cursor !== null);
    return entries;
  }

  /** Throws an Error for the model. */
  async read(server: string, uri: string, signal?: AbortSignal): Promise<readonly unknown[]> {
    const { client } = this.#find(server);
    try {
      const { contents } = await client.request("resources/read", { uri }, signal);
      if (!Array.isArray(contents)) throw new Error("the answer has no array `contents`");
      return contents.map((content: unknown) => (isRecord(content) ? inOrder(content) : content));
    } catch (error) {
      throw failed("resources/read", server, ` (${uri})`, error, signal);
    }
  }

  /** A prompt as the server sent it. Throws an Error that says why there is none. */
  async prompt(
    server: string,
    name: string,
    values: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { client } = this.#find(server);
    try {
      return await client.request("prompts/get", { name, arguments: values });
    } catch (error) {
      throw failed("prompts/get", server, ` (${name})`, error, undefined);
    }
  }

  async #listAll(kind: ListKind, signal: AbortSignal | undefined): Promise<Listing> {
    const asked = this.#servers.filter(({ client }) => client?.offers(capabilityOf(kind)) === true);
    const answers = await Promise.allSettled(asked.map(async (server) => server.available().list(kind, signal)));
    signal?.throwIfAborted();
    const entries: OfServer[] = [];
    const errors: { readonly server: string; readonly message: string }[] = [];
    for (const [index, answer] of answers.entries()) {
      const server = asked[index]?.name ?? "";
      if (answer.status === "fulfilled") entries.push(...answer.value.flatMap((entry) => entryOf(server, entry)));
      else errors.push({ server, message: callFailure(answer.reason) });
    }
    return { entries, errors };
  }

  #find(name: string): { readonly client: ServerClient } {
    const server = this.#servers.find((candidate) => candidate.name === name);
    if (server === undefined) throw new Error(`unknown MCP server '${name}' for the selected environment`);
    try {
      return { client: server.available() };
    } catch (error) {
      throw new Error(`MCP server '${name}' cannot be asked: ${callFailure(error)}`, { cause: error });
    }
  }
}

function failed(method: string, server: string, about: string, error: unknown, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  const text = `${method} failed: ${method} failed for \`${server}\`${about}: ${callFailure(error)}`;
  return new Error(text, { cause: error });
}

function capabilityOf({ field }: ListKind): "resources" | "prompts" {
  return field === "prompts" ? "prompts" : "resources";
}

/** A server that calls an entry's server something else does not get to say so. */
function entryOf(server: string, entry: unknown): OfServer[] {
  if (!isRecord(entry)) return [];
  const { server: _, ...others } = inOrder(entry);
  return [{ server, ...others }];
}

function inOrder(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = ORDER.filter((key) => Object.hasOwn(entry, key));
  const others = Object.keys(entry).filter((key) => !ORDER.includes(key));
  return Object.fromEntries([...known, ...others].map((key) => [key, entry[key]]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
