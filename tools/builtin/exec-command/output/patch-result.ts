import { randomBytes } from "node:crypto";
import type { ToolResult } from "../../../contract/executor.ts";
import { approximateTokens } from "../../../truncation/text-size.ts";
import type { ExecValue } from "./exec-result.ts";

/** The result of a patch that came as a command: no process ran, so that the model reads of none. */
export function patchResult(output: string, wallMs: number): ToolResult {
  const seconds = wallMs / 1000;
  const value: ExecValue = {
    chunk_id: randomBytes(3).toString("hex"),
    wall_time_seconds: Math.round(seconds * 10_000) / 10_000,
    exit_code: 0,
    original_token_count: approximateTokens(output),
    output,
  };
  const text = `Wall time: ${seconds.toFixed(4)} seconds\nOutput:\n${output}`;
  return { value, output: { content: [{ type: "text", text }], success: true } };
}
