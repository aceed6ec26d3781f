import { usesMcpTypes } from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";
import type { StepOutput } from "../../step/step.ts";
import type { CallToolResult, ServerSdk } from "../sdk.ts";
import { checkedBlocks, toBlocks } from "./content-blocks.ts";

/** The value of a call as a script would get it; absent when the call failed or a hook replaced its result. */
export type CallValue = { readonly value: unknown } | null;

/** What a client was promised of a tool, and the tool. */
interface Called {
  readonly executor: ToolExecutor | undefined;
  /** The list said that the result has structured content. */
  readonly structured: boolean;
}

/** The result of `exec`, `wait` and others whose output is all there is. */
export function outputResult({ content, success, context }: StepOutput, sdk: ServerSdk): CallToolResult {
  const notes = context.map((text) => ({ type: "text" as const, text }));
  return { content: [...toBlocks(content, sdk), ...notes], ...(success ? {} : { isError: true }) };
}

/**
 * The result of a tool that a client called itself. What another MCP server answered is passed on as it came, unless the
 * output of that server is limited: a client then gets what is left of it.
 */
export function toolResult(output: StepOutput, value: CallValue, called: Called, sdk: ServerSdk): CallToolResult {
  const { executor, structured } = called;
  const asOutput = outputResult(output, sdk);
  if (value === null || executor === undefined || executor.maxOutputTokens !== undefined) {
    return keepPromise(asOutput, structured);
  }
  const answered = usesMcpTypes(executor.spec) ? readMcpValue(value.value) : null;
  if (answered !== null) {
    const notes = output.context.map((text) => ({ type: "text" as const, text }));
    const { content, structuredContent, isError } = answered;
    const result = {
      content: [...checkedBlocks(content, sdk), ...notes],
      ...(structuredContent === null ? {} : { structuredContent }),
      ...(isError ? { isError } : {}),
    };
    return keepPromise(result, structured);
  }
  const whole = structured ? plainObject(value.value) : null;
  return keepPromise(whole === null ? asOutput : { ...asOutput, structuredContent: whole }, structured);
}

/** Clients throw away a success that lacks the structured content of its schema; as an error its text is read. */
function keepPromise(result: CallToolResult, structured: boolean): CallToolResult {
  return structured && result.structuredContent === undefined ? { ...result, isError: true } : result;
}

interface McpValue {
  readonly content: readonly unknown[];
  readonly structuredContent: Record<string, unknown> | null;
  readonly isError: boolean;
}

function readMcpValue(value: unknown): McpValue | null {
  const object = plainObject(value);
  const content = object?.["content"];
  if (object === null || !Array.isArray(content)) return null;
  return {
    content,
    structuredContent: plainObject(object["structuredContent"]),
    isError: object["isError"] === true,
  };
}

/** The value as JSON has it, if that is an object: what a handler gives may be an instance of anything. */
function plainObject(value: unknown): Record<string, unknown> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? (copy as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
