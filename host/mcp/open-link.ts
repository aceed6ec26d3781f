import { lazyLink } from "./http/lazy-link.ts";
import { passedVariables } from "./process/passed-variables.ts";
import { openStdioLink } from "./process/stdio-link.ts";
import type { Sdk } from "./sdk.ts";
import { isHttpServer } from "./server-config.ts";
import type { McpServerConfig } from "./server-config.ts";
import type { ServerLink } from "./server-link.ts";

/**
 * Opens the way to a server that its configuration names.
 * @throws {IsocellError} `mcp_failed` for a variable of the environment that is not set and that a process is to have.
 */
export function openLink(sdk: Sdk, server: string, config: McpServerConfig): ServerLink {
  if (isHttpServer(config)) {
    return lazyLink(server, async () => (await import("./http/open-http.ts")).openHttp(server, config));
  }
  const passed = passedVariables(server, config.envVars ?? [], process.env);
  return openStdioLink(server, config, { ...sdk.defaultEnvironment(), ...passed });
}
