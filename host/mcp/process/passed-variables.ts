import { IsocellError } from "../../../protocol/index.ts";

/**
 * The variables of this process that a server is to have.
 * @throws {IsocellError} `mcp_failed` for one that is not set.
 */
export function passedVariables(
  server: string,
  names: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = names.map((name) => {
    const value = variables[name];
    if (value !== undefined) return [name, value] as const;
    throw new IsocellError(
      "mcp_failed",
      `MCP server "${server}" could not be started: the environment variable ${name} is not set.\n` +
        `Set it, or take it out of envVars of mcpServers["${server}"].`,
      { data: { server, variable: name } },
    );
  });
  return Object.fromEntries(entries);
}
