import { onTestFinished } from "vitest";
import { connectMcpServers } from "../../../host/mcp/connections.ts";
import type { McpConnections } from "../../../host/mcp/connections.ts";
import type { HttpServerConfig } from "../../../host/mcp/server-config.ts";
import { IsocellError } from "../../../protocol/index.ts";
import { listen } from "../../fixtures/mcp-http/listen.ts";
import type { Answer, Listening } from "../../fixtures/mcp-http/listen.ts";

/** Closes a server when the test ends. */
export function closing<S extends Listening>(server: S): S {
  onTestFinished(() => server.close());
  return server;
}

/** A server that answers as a test says. */
export async function rawServer(answer: Answer): Promise<Listening> {
  return closing(await listen(answer));
}

/** Connects to one server named `web`, until the test ends. */
export async function connect(config: HttpServerConfig): Promise<McpConnections> {
  const connections = await connectMcpServers({ web: config });
  onTestFinished(() => connections.close());
  return connections;
}

/** The error with which a server named `web` does not start. */
export async function failure(
  config: HttpServerConfig,
  options: Parameters<typeof connectMcpServers>[1] = {},
): Promise<IsocellError> {
  const error: unknown = await connectMcpServers({ web: config }, options).then(
    async (connections) => {
      await connections.close();
      return new Error("it started");
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof IsocellError)) throw error;
  return error;
}
