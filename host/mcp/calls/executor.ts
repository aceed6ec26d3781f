import { callToolResultSchema, normalizeToolSchema } from "../../../tools/index.ts";
import type { CallContext, FunctionToolSpec, ToolExecutor, ToolResult } from "../../../tools/index.ts";
import type { ServerTool } from "../client/list-tools.ts";
import type { ServerCallOptions } from "../client/server-client.ts";
import type { CommonServerConfig, ServerToolConfig } from "../server-config.ts";
import { NO_ARGUMENTS, parseMcpArguments } from "./arguments.ts";
import { callFailure } from "./call-failure.ts";
import { failureText, mcpFailure, mcpResult } from "./result.ts";

/** A server as its tools see it: whatever happens to its process, it is the same one. */
export interface CallTarget {
  readonly name: string;
  readonly config: CommonServerConfig;
  /** What the server says it is for; empty when it says nothing. */
  readonly instructions: string;
  /** Calls a tool by the server's own name for it. Throws or rejects with what {@link callFailure} reads. */
  readonly call: (
    tool: string,
    input: unknown,
    options: Omit<ServerCallOptions, "limits">,
  ) => Promise<Record<string, unknown>>;
}

/**
 * The executor of one tool of a server.
 *
 * A model is shown what model APIs take of the server's schema; arguments are checked against all of it. A schema of
 * which nothing usable is left drops the tool, with the reason. It has no `timeoutMs`: the client measures calls itself,
 * since progress and questions change how long one may take.
 */
export function mcpExecutor(
  target: CallTarget,
  tool: ServerTool,
  namespace: string,
  name: string,
): ToolExecutor | { readonly dropped: string } {
  const { description, inputSchema: argumentsSchema, annotations } = tool;
  const { config, instructions, name: server } = target;
  const maxBytes = config.toolInputSchemaMaxBytes;
  const normalized = normalizeToolSchema(argumentsSchema, maxBytes === undefined ? {} : { maxBytes });
  if ("dropped" in normalized) return normalized;
  const { schema: inputSchema } = normalized;
  // What a call resolves to in a script: MCP's result object around the tool's own structured content.
  const outputSchema = callToolResultSchema(tool.outputSchema);
  const common = { type: "function", namespace, name, description } as const;
  const spec: FunctionToolSpec = { ...common, inputSchema, argumentsSchema, outputSchema };
  const own = settingsOf(config, tool.name);
  const mode = own.approvalMode ?? config.defaultToolsApprovalMode;
  const maxOutputTokens = own.outputTokenLimit ?? config.outputTokenLimit;
  const parallel = config.supportsParallelToolCalls === true || annotations.readOnlyHint === true;
  return {
    name,
    namespace,
    kind: "function",
    spec,
    exposure: "direct",
    annotations,
    ...(instructions === "" ? {} : { namespaceDescription: instructions }),
    approval: { owner: server, ...(mode === undefined ? {} : { mode }) },
    search: { source: server, keywords: [tool.name] },
    parallel: () => parallel,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    parseArguments: (json) => parseMcpArguments(server, tool.name, json),
    failedOutput: (message, handlerMs) => mcpFailure(message, handlerMs).output,
    handle: (input, context) => callTool(target, tool.name, input, context),
  };
}

async function callTool(target: CallTarget, tool: string, input: unknown, context: CallContext): Promise<ToolResult> {
  const { signal, reportProgress, callId, sessionId } = context;
  const meta = sessionId === undefined ? { callId } : { callId, sessionId };
  const given = input === NO_ARGUMENTS ? undefined : (input ?? {});
  const startedAt = performance.now();
  try {
    const raw = await target.call(tool, given, { signal, onProgress: reportProgress, meta });
    return mcpResult(raw, performance.now() - startedAt);
  } catch (error) {
    // Nobody waits for the result of a call that was aborted; the pipeline says why.
    signal.throwIfAborted();
    return mcpFailure(failureText(target.name, tool, callFailure(error)), performance.now() - startedAt);
  }
}

function settingsOf({ tools = {} }: CommonServerConfig, tool: string): ServerToolConfig {
  return Object.hasOwn(tools, tool) ? (tools[tool] ?? {}) : {};
}
