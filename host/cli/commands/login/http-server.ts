import { nearestNames } from "../../../../tools/index.ts";
import { loadServer } from "../../../config/index.ts";
import { configFolder } from "../../../mcp/oauth/config-folder.ts";
import { LoginStore } from "../../../mcp/oauth/login-store.ts";
import { isHttpServer } from "../../../mcp/server-config.ts";
import type { HttpServerConfig } from "../../../mcp/server-config.ts";
import { UsageError } from "../../usage-error.ts";

/** A server that is reached over HTTP, and where its login is kept. */
export interface HttpServer {
  readonly name: string;
  readonly config: HttpServerConfig;
  readonly store: LoginStore;
}

/**
 * The server that a command names.
 * @throws {UsageError} for a name that the configuration does not have, or that is no server over HTTP.
 */
export async function findHttpServer(name: string | undefined, file: string | undefined): Promise<HttpServer> {
  if (name === undefined) throw new UsageError("which server? Give its name in the configuration");
  const { servers, names, file: read } = await loadServer(name, file, process.cwd());
  const config = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (config === undefined) {
    const [near] = nearestNames(name, names, 1);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    throw new UsageError(`${read} has no MCP server ${JSON.stringify(name)}${hint}`);
  }
  if (!isHttpServer(config))
    throw new UsageError(`the server ${name} is a process: only servers with a url have a login`);
  return { name, config, store: new LoginStore(configFolder(), new URL(config.url)) };
}
