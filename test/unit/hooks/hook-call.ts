import type { HookCall, HookReport } from "../../../host/hooks/contract.ts";

/** A call of the tool `Bash` with what a test wants different. */
export function hookCall(different: Partial<HookCall> = {}): HookCall {
  return {
    sessionId: "session",
    stepId: "step",
    callId: "call",
    source: { kind: "direct" },
    name: "Bash",
    aliases: [],
    tool: { namespace: "", name: "exec_command" },
    input: { command: "echo orig" },
    signal: new AbortController().signal,
    ...different,
  };
}

/** Collects reports without their times. */
export function collector(): {
  readonly reports: Omit<HookReport, "ms">[];
  readonly report: (one: HookReport) => void;
} {
  const reports: Omit<HookReport, "ms">[] = [];
  return { reports, report: ({ ms: _, ...one }) => void reports.push(one) };
}

/** A configuration in which one command handles an event for all tools. */
export function commandHook(
  event: "PreToolUse" | "PostToolUse",
  command: string,
  more: Readonly<Record<string, unknown>> = {},
): { readonly hooks: Readonly<Record<string, unknown>> } {
  return { hooks: { [event]: [{ hooks: [{ type: "command", command, ...more }] }] } };
}

/** A shell command that writes a value as JSON. */
export function answering(value: unknown): string {
  return `printf '%s' '${JSON.stringify(value)}'`;
}
