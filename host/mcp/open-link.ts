import { configuredToken, hasOwnAuthorization } from "./http/configured-token.ts";
import { openHttpLink } from "./http/http-link.ts";
import type { Authorization } from "./http/server-fetch.ts";
import { configFolder } from "./oauth/config-folder.ts";
import { LoginStore } from "./oauth/login-store.ts";
import { StoredAuthorization } from "./oauth/stored-authorization.ts";
import { passedVariables } from "./process/passed-variables.ts";
import { openStdioLink } from "./process/stdio-link.ts";
import type { Sdk } from "./sdk.ts";
import { isHttpServer } from "./server-config.ts";
import type { HttpServerConfig, McpServerConfig } from "./server-config.ts";
import type { ServerLink } from "./server-link.ts";

/**
 * Opens the way to a server that its configuration names.
 * @throws {IsocellError} `mcp_failed` for a variable of the environment that is not set.
 */
export function openLink(sdk: Sdk, server: string, config: McpServerConfig): ServerLink {
  if (isHttpServer(config)) return openHttpLink(server, config, process.env, authorizationOf(server, config));
  const passed = passedVariables(server, config.envVars ?? [], process.env);
  return openStdioLink(server, config, { ...sdk.defaultEnvironment(), ...passed });
}

/** A token of the configuration, or the one of an earlier login. */
function authorizationOf(server: string, config: HttpServerConfig): Authorization {
  if (hasOwnAuthorization(config)) return configuredToken(server, config);
  const url = new URL(config.url);
  return new StoredAuthorization(server, url, new LoginStore(configFolder(), url));
}
