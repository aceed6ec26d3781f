import type { HttpServerConfig } from "../server-config.ts";
import type { ServerLink } from "../server-link.ts";
import { explainFailure } from "./texts/explain.ts";
import { HttpTransport } from "./http-transport.ts";
import { requestHeaders } from "./request-headers.ts";
import type { Variables } from "./request-headers.ts";
import { loadHttpSdk } from "./sdk-http.ts";
import { Secrets, showUrl } from "./texts/secrets.ts";
import { ServerFetch } from "./traffic/server-fetch.ts";
import type { Authorization } from "./traffic/server-fetch.ts";
import { httpStartError } from "./start-error.ts";

/**
 * Reaches a server by its URL. Nothing is sent before the first message.
 *
 * @param authorization where tokens come from, when the configuration has none.
 * @throws {IsocellError} `mcp_failed` for a variable that is not set.
 */
export function openHttpLink(
  server: string,
  config: HttpServerConfig,
  variables: Variables,
  authorization: Authorization,
): ServerLink {
  const url = new URL(config.url);
  const headers = requestHeaders(server, config, variables);
  const secrets = new Secrets();
  for (const value of Object.values(headers)) secrets.add(value);
  secrets.addUrl(url, variables);
  const explain = (error: unknown): Error => explainFailure(error, (text) => secrets.hide(text));
  const transport = new HttpTransport({
    sdk: loadHttpSdk,
    url,
    fetch: new ServerFetch({ url, headers, authorization, secrets }),
    sseOnly: config.type === "sse",
    explain,
  });
  return {
    transport,
    started: async () => {},
    markWorking: () => {},
    stderrTail: () => "",
    endReason: () => transport.lost,
    failStart: async (attempt) => {
      const { noise } = transport;
      await transport.close();
      const failure = explain(attempt.cause);
      return httpStartError({ server, config, url: showUrl(url, variables), ...attempt, failure, noise });
    },
    onMended: (listener) => authorization.onMended?.(listener),
    close: () => transport.close(),
  };
}
