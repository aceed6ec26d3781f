import { compileValidator } from "../../../../tools/index.ts";
import type { CallContext, ToolExecutor, ToolResult } from "../../../../tools/index.ts";
import { createFileTools } from "../../../../tools/builtin/files/create-file-tools.ts";
import type { FileToolOptions } from "../../../../tools/builtin/files/options.ts";
import { AllowedRoots } from "../../../../tools/builtin/paths/allowed-roots.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly direct?: boolean;
}

/** Calls a tool as the pipeline does: what goes in and what comes out has to fit the schemas. */
export async function callTool(tool: ToolExecutor, input: unknown, options: CallOptions = {}): Promise<ToolResult> {
  const { spec } = tool;
  if (spec.type !== "function") throw new Error("no function");
  const problem = compileValidator(spec.argumentsSchema ?? spec.inputSchema)(input);
  if (problem !== null) throw new Error(problem);
  const context: CallContext = {
    signal: options.signal ?? new AbortController().signal,
    callId: "call",
    source: options.direct === true ? { kind: "direct" } : { kind: "cell", cellId: "1" },
    attempt: 1,
    unconfined: false,
    reportProgress: () => undefined,
  };
  const result = await tool.handle(input, context);
  const wrong = compileValidator(spec.outputSchema ?? true)(result.value);
  if (wrong !== null) throw new Error(`the result does not fit its schema: ${wrong}`);
  return result;
}

export type Call = (input: object, options?: CallOptions) => Promise<Record<string, unknown>>;

/** One of the file tools in a folder, called for its value. */
export function fileToolIn(folder: string, name: string, options: Partial<FileToolOptions> = {}): Call {
  const tool = toolIn(folder, name, options);
  return async (input, call) => (await callTool(tool, input, call)).value as Record<string, unknown>;
}

/** One of the file tools in a folder, called directly for the text that a model reads. */
export function textToolIn(
  folder: string,
  name: string,
  options: Partial<FileToolOptions> = {},
): (input: object) => Promise<string> {
  const tool = toolIn(folder, name, options);
  return async (input) => {
    const [item] = (await callTool(tool, input, { direct: true })).output.content;
    return item?.type === "text" ? item.text : "";
  };
}

function toolIn(folder: string, name: string, options: Partial<FileToolOptions>): ToolExecutor {
  const tool = createFileTools({ roots: new AllowedRoots(folder), ...options }).find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}
