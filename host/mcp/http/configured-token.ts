import type { HttpServerConfig } from "../server-config.ts";
import type { Authorization } from "./traffic/server-fetch.ts";

/** Whether a configuration says itself how requests are authorized: then nobody is to log in. */
export function hasOwnAuthorization({ headers, envHeaders, bearerTokenEnvVar }: HttpServerConfig): boolean {
  const names = [...Object.keys(headers ?? {}), ...Object.keys(envHeaders ?? {})];
  return bearerTokenEnvVar !== undefined || names.some((name) => name.toLowerCase() === "authorization");
}

/** The authorization of a server whose configuration has it in its headers. */
export function configuredToken(server: string, config: HttpServerConfig): Authorization {
  const { bearerTokenEnvVar } = config;
  const token = bearerTokenEnvVar === undefined ? "the Authorization header" : `the token in ${bearerTokenEnvVar}`;
  return {
    token: async () => undefined,
    renew: async () => false,
    advice: ({ status }) =>
      status === 401 || status === 403
        ? `The server does not accept ${token}; check it (mcpServers["${server}"]).`
        : undefined,
  };
}
