import { compileValidator } from "../../tools/index.ts";
import type { ToolExecutor, ToolResult } from "../../tools/index.ts";

/** What is wrong with a result, by the tool's own output schema, or null. */
export function checkResult(executor: ToolExecutor, result: ToolResult): string | null {
  if (executor.spec.type !== "function") return null;
  const { outputSchema } = executor.spec;
  if (outputSchema === undefined || !result.output.success) return null;
  // The schema may be a stranger's: a pattern of theirs must not be run on our thread.
  return compileValidator(outputSchema, { patterns: false })(result.value);
}
