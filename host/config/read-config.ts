import { basename } from "node:path";
import { isRecord } from "../mcp/settings/rules.ts";
import { readJson } from "./read-json.ts";
import { readToml } from "./read-toml.ts";
import { findServers, isForeign } from "./servers/find-servers.ts";
import type { FoundServers } from "./servers/find-servers.ts";

/** The name of this program's own file. */
export const DEFAULT_FILE = "isocell.json";

/** Settings of this program, besides servers. */
export const OWN_KEYS = [
  "mcp",
  "limits",
  "mode",
  "isolation",
  "builtins",
  "lint",
  "pool",
  "tools",
  "steps",
  "approvals",
  "hooks",
  "outputs",
] as const;

/** What a configuration file holds, not yet checked. */
export interface ConfigFile extends FoundServers {
  /** Settings that nobody knows are another client's, and not mistakes: outside of servers, and in them. */
  readonly foreign: { readonly file: boolean; readonly servers: boolean };
}

/**
 * Reads a configuration file; undefined when it does not exist. The ending `.toml` makes it one of the reference, of which
 * only the table of servers is looked at. A JSON file that holds nothing of this program besides servers may have comments,
 * unless it has this program's name.
 *
 * @throws {IsocellError} `invalid_config` when it can't be read or parsed.
 */
export async function readConfig(file: string): Promise<ConfigFile | { readonly wrong: unknown } | undefined> {
  const isToml = file.endsWith(".toml");
  const mayBeForeign = basename(file) !== DEFAULT_FILE;
  const content = isToml
    ? await readToml(file)
    : await readJson(file, (value) => mayBeForeign && isForeign(value, OWN_KEYS));
  if (content === undefined) return undefined;
  if (!isRecord(content)) return { wrong: content };
  if (isToml) {
    const servers = content["mcp_servers"];
    const found = { key: servers === undefined ? undefined : "mcp_servers", servers, rest: {}, others: [] };
    return { ...found, foreign: { file: true, servers: true } };
  }
  const foreign = isForeign(content, OWN_KEYS);
  return { ...findServers(content), foreign: { file: foreign && mayBeForeign, servers: foreign } };
}
