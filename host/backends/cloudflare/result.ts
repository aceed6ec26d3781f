import type { Outcome } from "../../outcome.ts";
import type { ExecuteResult } from "./codemode.ts";
import { decode } from "./values.ts";
import type { BytesKey } from "./values.ts";

/** What a run was given. */
interface RunParts {
  readonly bytesKey: BytesKey;
  readonly timeoutMs: number;
}

/** The result of a cell whose source `cellSource` made. */
export function resultOf({ status, content, error }: Outcome, { bytesKey, timeoutMs }: RunParts): ExecuteResult {
  const logs: string[] = [];
  let end: object | null = null;
  for (const item of content) {
    const [kind, value] = item.type === "text" ? messageIn(item.text) : [];
    if (kind === "log" && typeof value === "string") logs.push(value);
    if (kind === "end" && typeof value === "object" && value !== null) end = value;
  }
  const failed = (message: string): ExecuteResult => ({ result: undefined, error: message, logs });
  if (end !== null && "error" in end) return failed(String(end.error));
  if (end !== null) return { result: "result" in end ? decode(end.result, bytesKey) : undefined, logs };
  if (status === "terminated") return failed("The executor was closed while the code ran");
  if (error === undefined) return failed("The result is larger than the limit outputBytes allows");
  if (error.code === "cpu" || error.code === "wall") return failed(`Execution timed out after ${timeoutMs} ms`);
  // The stack below tells of places in a source that nobody has seen.
  return failed(error.message.split("\n    at ")[0] ?? error.message);
}

function messageIn(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(text);
    return Array.isArray(message) ? message : [];
  } catch {
    // Cut where the output reached its limit.
    return [];
  }
}
