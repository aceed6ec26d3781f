import type { ConfinementReport } from "./confinement/report.ts";

/** What a model is told of `exec_command`, and of how far its commands reach. */
export function execDescription(report: ConfinementReport): string {
  return (
    "Runs a command line in a shell and answers with its output, or, where it takes longer than `yield_time_ms`, with a " +
    `session ID to go on with by \`write_stdin\`. ${confinementSentence(report)}`
  );
}

export const STDIN_DESCRIPTION: string =
  "Writes to a running session of `exec_command` and answers with what it wrote since it was last read. Without `chars` it " +
  "waits for output or the end.";

function confinementSentence({ profile, confined, network }: ConfinementReport): string {
  if (!confined) {
    return profile === "full-access"
      ? "Commands are not confined: they may do whatever the user may."
      : "Commands are not confined on this machine, so that those which change something may need the user's approval.";
  }
  const files =
    profile === "read-only" ? "cannot change files" : "can change files only in the working folders and in /tmp";
  return (
    `Commands are confined: they ${files}${network ? "" : " and have no network"}. Where that is not enough, ` +
    "`sandbox_permissions: require_escalated` with a `justification` asks the user."
  );
}

export const JUSTIFICATION_ALONE: string =
  '`justification` requires an explicit `sandbox_permissions`; use `sandbox_permissions: "require_escalated"` for ' +
  "unsandboxed execution, or omit `justification`.";

export const NEVER_ESCALATES: string =
  "approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never";

export const STDIN_CLOSED: string =
  "write_stdin failed: stdin is closed for this session; rerun exec_command with tty=true to keep stdin open";

export function unknownSession(id: number): string {
  return `write_stdin failed: Unknown process id ${id}`;
}

/** What a model reads of a call that was ended from outside. */
export function abortedText(seconds: string): string {
  return `Wall time: ${seconds} seconds\naborted by user`;
}
