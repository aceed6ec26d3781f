import { readVariable } from "../http/request-headers.ts";
import type { Variables } from "../http/request-headers.ts";
import type { HttpServerConfig } from "../server-config.ts";
import type { OAuthClientInformationMixed } from "./sdk-oauth.ts";

/**
 * The client that a configuration names; null where it names none.
 * @throws {IsocellError} `mcp_failed` for a secret whose variable is not set.
 */
export function configuredClient(
  server: string,
  { oauth }: HttpServerConfig,
  variables: Variables,
): OAuthClientInformationMixed | null {
  if (oauth === undefined) return null;
  const { clientId, clientSecretEnvVar } = oauth;
  if (clientSecretEnvVar === undefined) return { client_id: clientId };
  const secret = readVariable(server, "oauth.clientSecretEnvVar", clientSecretEnvVar, variables);
  return { client_id: clientId, client_secret: secret };
}
