import { configFolder } from "../oauth/config-folder.ts";
import { configuredClient } from "../oauth/configured-client.ts";
import { LoginStore } from "../oauth/login-store.ts";
import { StoredAuthorization } from "../oauth/stored-authorization.ts";
import type { HttpServerConfig } from "../server-config.ts";
import type { ServerLink } from "../server-link.ts";
import { configuredToken, hasOwnAuthorization } from "./configured-token.ts";
import { openHttpLink } from "./http-link.ts";
import type { Authorization } from "./traffic/server-fetch.ts";

/**
 * Opens the way to a server over HTTP, with a token of its configuration or of an earlier login.
 * @throws {IsocellError} `mcp_failed` for a variable of the environment that is not set.
 */
export function openHttp(server: string, config: HttpServerConfig): ServerLink {
  return openHttpLink(server, config, process.env, authorizationOf(server, config));
}

function authorizationOf(server: string, config: HttpServerConfig): Authorization {
  if (hasOwnAuthorization(config)) return configuredToken(server, config);
  const url = new URL(config.url);
  const client = configuredClient(server, config, process.env);
  return new StoredAuthorization(server, url, new LoginStore(configFolder(), url), client);
}
