import { answering } from "./hook-call.ts";

export type HookEvent = "PreToolUse" | "PostToolUse";

/** What the hook of each mode in the reference's cases writes and how it ends, as a command. */
export function hookMode(name: string, event: HookEvent): string {
  const specific = (fields: object): string => answering({ hookSpecificOutput: { hookEventName: event, ...fields } });
  const modes: Readonly<Record<string, string>> = {
    log: "exit 0",
    exit1: "exit 1",
    exit2: "echo because >&2; exit 2",
    plain_text: "echo nothing to say",
    bad_json: "echo '{ not json'",
    deny: specific({ permissionDecision: "deny", permissionDecisionReason: "no way" }),
    deny_no_reason: specific({ permissionDecision: "deny" }),
    legacy_block: answering({ decision: "block", reason: "legacy" }),
    rewrite: specific({ permissionDecision: "allow", updatedInput: { command: "echo REWRITTEN", a: 42 } }),
    rewrite_without_allow: specific({ updatedInput: { command: "echo REWRITTEN" } }),
    rewrite_bad_shape: specific({ permissionDecision: "allow", updatedInput: { zzz: 1 } }),
    allow_only: specific({ permissionDecision: "allow" }),
    ask: specific({ permissionDecision: "ask" }),
    context: specific({ additionalContext: "PRE NOTE" }),
    continue_false: answering({ continue: false, stopReason: "stop it" }),
    post_block: answering({ decision: "block", reason: "post says no" }),
    post_block_no_reason: answering({ decision: "block" }),
    post_stop: answering({ continue: false, stopReason: "stop it" }),
  };
  const command = modes[name];
  if (command === undefined) throw new Error(`no such mode: ${name}`);
  return command;
}
