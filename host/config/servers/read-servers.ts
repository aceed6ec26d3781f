import { isMcpServerName } from "../../../tools/index.ts";
import { describeValue, isRecord } from "../../mcp/settings/rules.ts";
import type { McpServerConfig } from "../../mcp/server-config.ts";
import { formatPath } from "../format-path.ts";
import { readServer } from "./read-server.ts";
import type { ServerPlace } from "./read-server.ts";

/** All servers of a file. */
export interface ReadServers {
  /** Of use only without problems. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads the servers that stand under a key of a file.
 *
 * @param only the one server to read. The others are not looked at.
 */
export function readServers(key: string, value: unknown, place: Omit<ServerPlace, "path">, only?: string): ReadServers {
  if (!isRecord(value)) {
    return {
      servers: {},
      problems: [`${key}: expected an object of servers by name, ${describeValue(value)}`],
      warnings: [],
    };
  }
  const problems: string[] = [];
  const warnings: string[] = [];
  const servers: (readonly [string, McpServerConfig])[] = [];
  for (const [name, server] of Object.entries(value)) {
    if (only !== undefined && name !== only) continue;
    const path = [key, name];
    if (!isServerName(name)) {
      problems.push(`${formatPath(path)}: expected a server name made of A-Z a-z 0-9 _ . -`);
      continue;
    }
    const read = readServer(server, { ...place, path });
    problems.push(...read.problems);
    warnings.push(...read.warnings);
    servers.push([name, read.config]);
  }
  return { servers: Object.fromEntries(servers), problems, warnings };
}

/** `__proto__` is made of the right characters, but is no key like others. */
function isServerName(name: string): boolean {
  return isMcpServerName(name) && name !== "__proto__";
}
