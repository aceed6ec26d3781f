import { callToolResultSchema, normalizeToolSchema } from "../../tools/index.ts";
import type { CallContext, FunctionToolSpec, ToolExecutor, ToolResult } from "../../tools/index.ts";
import { callFailure } from "./call-failure.ts";
import type { ServerTool } from "./list-tools.ts";
import { mcpFailure, mcpResult } from "./result.ts";
import type { ServerClient } from "./server-client.ts";

/**
 * The executor of one tool of a server.
 *
 * A model is shown what model APIs take of the server's schema; arguments are checked against all of it. A schema of
 * which nothing usable is left drops the tool, with the reason. It has no `timeoutMs`: the client's own deadline starts anew with each progress notification and ends in a result,
 * while the pipeline's would do neither.
 */
export function mcpExecutor(
  client: ServerClient,
  tool: ServerTool,
  namespace: string,
  name: string,
): ToolExecutor | { readonly dropped: string } {
  const { description, inputSchema: argumentsSchema } = tool;
  const normalized = normalizeToolSchema(argumentsSchema);
  if ("dropped" in normalized) return normalized;
  const { schema: inputSchema } = normalized;
  // What a call resolves to in a script: MCP's result object around the tool's own structured content.
  const outputSchema = callToolResultSchema(tool.outputSchema);
  const spec: FunctionToolSpec = {
    type: "function",
    namespace,
    name,
    description,
    inputSchema,
    argumentsSchema,
    outputSchema,
  };
  const handle = (input: unknown, context: CallContext): Promise<ToolResult> =>
    callTool(client, tool.name, input, context);
  const { annotations } = tool;
  const { instructions } = client;
  return {
    name,
    namespace,
    kind: "function",
    spec,
    exposure: "direct",
    annotations,
    ...(instructions === "" ? {} : { namespaceDescription: instructions }),
    approval: { owner: client.server },
    search: { source: client.server, keywords: [tool.name] },
    parallel: () => annotations.readOnlyHint === true,
    handle,
  };
}

async function callTool(client: ServerClient, tool: string, input: unknown, context: CallContext): Promise<ToolResult> {
  const { signal, reportProgress } = context;
  try {
    return mcpResult(await client.call(tool, input ?? {}, { signal, onProgress: reportProgress }));
  } catch (error) {
    // Nobody waits for the result of a call that was aborted; the pipeline says why.
    signal.throwIfAborted();
    return mcpFailure(client.server, tool, callFailure(error, client.closed, client.timeouts.callMs));
  }
}
