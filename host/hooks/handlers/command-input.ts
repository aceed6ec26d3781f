import type { CallSource } from "../../../tools/index.ts";
import type { HookCall } from "../contract.ts";
import type { HooksOptions } from "../sources.ts";

/** What a configured handler is told of a call, under the names it knows. */
export function hookInput(
  call: HookCall,
  after: { readonly response: unknown } | null,
  options: Pick<HooksOptions, "cwd" | "model" | "permissionMode" | "turnId">,
): Readonly<Record<string, unknown>> {
  const { turnId = call.stepId } = options;
  return {
    session_id: call.sessionId,
    turn_id: typeof turnId === "function" ? turnId() : turnId,
    transcript_path: null,
    cwd: options.cwd,
    hook_event_name: after === null ? "PreToolUse" : "PostToolUse",
    model: options.model ?? "",
    permission_mode: options.permissionMode ?? "default",
    tool_name: call.name,
    tool_input: call.input ?? null,
    tool_use_id: call.callId,
    ...(call.source.kind === "cell" ? fromCell(call.source) : {}),
    ...(after === null ? {} : { tool_response: after.response ?? null }),
  };
}

function fromCell({ cellId, site }: Extract<CallSource, { kind: "cell" }>): Readonly<Record<string, unknown>> {
  return { cell_id: cellId, ...(site === undefined ? {} : { call_site: { line: site.line, column: site.column } }) };
}
