// isocell-impact: what the changes between two Git revisions affect, as an MCP server over standard input and output.
//   node server.ts [FOLDER] [--variant A|B|C]
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { compileValidator, toMcpTools } from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";
import type { AssessmentError } from "./assess/types.ts";
import type { Answer } from "./interface/text-form.ts";
import { textForm } from "./interface/text-form.ts";
import { createImpactTools, VARIANTS } from "./interface/tools.ts";

const { values, positionals } = parseArgs({
  options: { variant: { type: "string", default: "C" } },
  allowPositionals: true,
});
const variant = VARIANTS.find((known) => known === values.variant);
if (variant === undefined || positionals.length > 1) {
  process.stderr.write("usage: node server.ts [FOLDER] [--variant A|B|C]\n");
  process.exit(2);
}

const executors = await createImpactTools(positionals[0] ?? process.cwd(), variant);
const { tools } = toMcpTools(executors);
// The class behind `McpServer`: its tools are described by JSON Schema as they are.
// oxlint-disable-next-line typescript/no-deprecated
const server = new Server(
  { name: "isocell-impact", title: "Change impact", version: "1.0.0" },
  {
    capabilities: { tools: {} },
    instructions:
      "Assesses changes of one Git repository before a review or a release. It reads commits only: what is not committed does not count.",
  },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
  const executor = executors.find(({ name }) => name === params.name);
  if (executor === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
  const input = params.arguments ?? {};
  const problem = problemOf(executor, input);
  if (problem !== null) {
    return failed({
      code: "INVALID_ARGUMENTS",
      message: problem,
      retryable: false,
      hint: "Mend the arguments and call again.",
    });
  }
  try {
    const { value } = await executor.handle(input, {
      signal,
      callId: String(requestId),
      source: { kind: "direct" },
      attempt: 1,
      unconfined: false,
      reportProgress: () => undefined,
    });
    return succeeded(value as Answer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { content: [{ type: "text" as const, text: message }], isError: true };
  }
});

await server.connect(new StdioServerTransport());

function problemOf({ spec }: ToolExecutor, input: unknown): string | null {
  return spec.type === "function" ? compileValidator(spec.inputSchema)(input) : null;
}

function failed(failure: Omit<AssessmentError, "status">): CallToolResult {
  const error: AssessmentError = { status: "error", ...failure };
  return { content: [{ type: "text", text: textForm(error) }], structuredContent: { ...error }, isError: true };
}

function succeeded(value: Answer): CallToolResult {
  if (value.status === "error") return failed(value);
  return { content: [{ type: "text", text: textForm(value) }], structuredContent: { ...value } };
}
