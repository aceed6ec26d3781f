import { dynamicTools } from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import type { CallDynamicTool, DynamicDefinition } from "../../../../host/step/plan/dynamic/dynamic-tools.ts";
import { IsocellError } from "../../../../protocol/index.ts";
import type { CallContext, ToolExecutor, ToolResult } from "../../../../tools/index.ts";
import { specCases } from "../../tools/spec-cases.ts";

export interface Input {
  readonly dynamicTools?: readonly DynamicDefinition[] | string;
  readonly call?: string;
}
export interface Expected {
  readonly listed?: readonly string[];
  readonly sentToClient?: readonly unknown[];
  readonly body?: unknown;
  readonly error?: { readonly message: string };
}
export const cases = specCases<Input, Expected>("dynamic-cases.json");
export const caseOf = (id: string): { input: Input; expected: Expected } => {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

export const SCHEMA = { type: "object", properties: { q: { type: "string" } } };
export const fn = (name: string, rest: object = {}): DynamicDefinition => ({
  type: "function",
  name,
  description: "",
  inputSchema: SCHEMA,
  ...rest,
});
export const nobody: CallDynamicTool = () => Promise.resolve(null);
export const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  callId: "call-1",
  source: { kind: "direct" },
  attempt: 1,
  unconfined: false,
  reportProgress: () => undefined,
};

/** A direct call: arguments as JSON text, as the pipeline does it. */
export async function callWith(executor: ToolExecutor | undefined, json: string): Promise<ToolResult | string> {
  const parsed = executor?.parseArguments?.(json);
  if (executor === undefined || parsed === undefined) throw new Error("no such tool");
  return "problem" in parsed ? parsed.problem : executor.handle(parsed.input, CONTEXT);
}

/** What a model reads. */
export function body(result: ToolResult | string): unknown {
  if (typeof result === "string") return result;
  const { content } = result.output;
  const [only] = content;
  if (content.length === 1 && only?.type === "text") return only.text;
  return content.map((item) => (item.type === "text" ? { type: "input_text", text: item.text } : item));
}

export function refusal(definitions: unknown): { code: string; message: string; path: unknown } {
  try {
    dynamicTools(definitions as readonly DynamicDefinition[], nobody);
  } catch (error) {
    if (error instanceof IsocellError) return { code: error.code, message: error.message, path: error.data["path"] };
    throw error;
  }
  throw new Error("it was not refused");
}
