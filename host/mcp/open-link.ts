import { configuredToken } from "./http/configured-token.ts";
import { openHttpLink } from "./http/http-link.ts";
import { passedVariables } from "./process/passed-variables.ts";
import { openStdioLink } from "./process/stdio-link.ts";
import type { Sdk } from "./sdk.ts";
import { isHttpServer } from "./server-config.ts";
import type { McpServerConfig } from "./server-config.ts";
import type { ServerLink } from "./server-link.ts";

/**
 * Opens the way to a server that its configuration names.
 * @throws {IsocellError} `mcp_failed` for a variable of the environment that is not set.
 */
export function openLink(sdk: Sdk, server: string, config: McpServerConfig): ServerLink {
  if (isHttpServer(config)) return openHttpLink(server, config, process.env, configuredToken(server, config));
  const passed = passedVariables(server, config.envVars ?? [], process.env);
  return openStdioLink(server, config, { ...sdk.defaultEnvironment(), ...passed });
}
