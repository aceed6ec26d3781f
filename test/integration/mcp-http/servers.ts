import { onTestFinished } from "vitest";
import type { ServersOptions } from "../../../host/mcp/life/servers.ts";
import type { HttpServerConfig } from "../../../host/mcp/server-config.ts";
import { IsocellError } from "../../../protocol/index.ts";
import { listen } from "../../fixtures/mcp-http/listen.ts";
import type { Answer, Listening } from "../../fixtures/mcp-http/listen.ts";
import { connect as connectAll } from "../mcp/fixture.ts";
import type { Connected } from "../mcp/fixture.ts";

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
export async function connect(config: HttpServerConfig, options: ServersOptions = {}): Promise<Connected> {
  const connected = await connectAll({ web: config }, options);
  onTestFinished(connected.close);
  return connected;
}

/** The error with which a server named `web` does not start. */
export async function failure(config: HttpServerConfig): Promise<IsocellError> {
  const error: unknown = await connectAll({ web: config }).then(
    async ({ close }) => {
      await close();
      return new Error("it started");
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof IsocellError)) throw error;
  return error;
}
