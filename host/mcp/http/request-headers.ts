import { IsocellError } from "../../../protocol/index.ts";
import type { HttpServerConfig } from "../server-config.ts";

/** The environment, as `process.env` is. */
export type Variables = Readonly<Record<string, string | undefined>>;

// What `fetch` takes; its own error would repeat the value.
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * The headers that a configuration asks for, in lower case.
 * @throws {IsocellError} `mcp_failed` for a variable that is not set, or that no header can hold.
 */
export function requestHeaders(server: string, config: HttpServerConfig, variables: Variables): Record<string, string> {
  const { headers = {}, envHeaders = {}, bearerTokenEnvVar } = config;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
  const fromVariables = Object.entries(envHeaders).map(([name, variable]) => {
    const setting = `envHeaders[${JSON.stringify(name)}]`;
    return [name.toLowerCase(), readVariable(server, setting, variable, variables)] as const;
  });
  const all = new Map([...lower, ...fromVariables]);
  if (bearerTokenEnvVar !== undefined) {
    const token = readVariable(server, "bearerTokenEnvVar", bearerTokenEnvVar, variables);
    all.set("authorization", `Bearer ${token}`);
  }
  return Object.fromEntries(all);
}

/**
 * The value of a variable that a configuration names.
 * @throws {IsocellError} `mcp_failed` where it is not set, or no header can hold it.
 */
export function readVariable(server: string, setting: string, variable: string, variables: Variables): string {
  // A secret that was read from a file often ends in a line break.
  const value = variables[variable]?.trim();
  if (value !== undefined && value !== "" && VALUE.test(value)) return value;
  const what =
    value === undefined ? "is not set" : value === "" ? "is empty" : "holds characters that no header can have";
  throw new IsocellError(
    "mcp_failed",
    `MCP server "${server}" could not be started: the environment variable ${variable} ${what}.\n` +
      `Set it, or change ${setting} of mcpServers["${server}"].`,
    { data: { server, variable } },
  );
}
