import { IsocellError } from "../../protocol/index.ts";
import { openStdioLink } from "./process/stdio-link.ts";
import type { Sdk } from "./sdk.ts";
import { isHttpServer } from "./server-config.ts";
import type { McpServerConfig } from "./server-config.ts";
import type { ServerLink } from "./server-link.ts";

/** Opens the way to a server that its configuration names. */
export function openLink(sdk: Sdk, server: string, config: McpServerConfig): ServerLink {
  if (!isHttpServer(config)) return openStdioLink(server, config, sdk.defaultEnvironment());
  throw new IsocellError("invalid_options", `mcpServers: ${server} is reached by URL, which is not possible yet.`);
}
