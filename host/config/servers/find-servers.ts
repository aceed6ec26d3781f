import { isRecord } from "../../mcp/settings/rules.ts";

/** The servers of a file, and what else it holds. */
export interface FoundServers {
  /** The key under which the servers stand; undefined when there are none. */
  readonly key: string | undefined;
  readonly servers: unknown;
  readonly rest: Readonly<Record<string, unknown>>;
  /** Keys, besides the first, under which there are servers, too. */
  readonly others: readonly string[];
}

/** Where clients keep their servers: this one and most others, an editor, the reference. */
const KEYS = ["mcpServers", "servers", "mcp_servers"];

/** Takes the servers out of what a file holds. */
export function findServers(content: Readonly<Record<string, unknown>>): FoundServers {
  const [key, ...others] = KEYS.filter((candidate) => Object.hasOwn(content, candidate));
  const rest = Object.fromEntries(Object.entries(content).filter(([name]) => !KEYS.includes(name)));
  return { key, servers: key === undefined ? undefined : content[key], rest, others };
}

/**
 * Whether a file was written for another client: it has servers, and no setting of this program.
 *
 * @param own the settings that this program has besides servers.
 */
export function isForeign(content: unknown, own: readonly string[]): boolean {
  if (!isRecord(content)) return false;
  const { key, rest } = findServers(content);
  return key !== undefined && !Object.keys(rest).some((name) => own.includes(name));
}
