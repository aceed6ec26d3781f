import { readPatchCommand } from "../apply-patch/read-patch-command.ts";
import type { ApprovalNeed } from "../../contract/annotations.ts";
import type { ExecArguments } from "./arguments/exec-arguments.ts";
import type { ConfinementReport } from "./confinement/report.ts";
import { notStarted } from "./output/not-started.ts";
import { forcesRemoval, isKnownShell, isReadOnly } from "./read-only/command-facts.ts";
import { NEVER_ESCALATES } from "./texts.ts";

/** Says of calls of `exec_command` what they may change, and so who has to agree. */
export class Judge {
  readonly #report: ConfinementReport;
  readonly #shell: string;

  constructor(report: ConfinementReport, shell: string) {
    this.#report = report;
    this.#shell = shell;
  }

  /** Whether a call is known to change nothing. */
  onlyReads(input: unknown): boolean {
    if (!isExec(input)) return false;
    const { cmd, shell, tty, sandbox_permissions } = input;
    if (tty === true || sandbox_permissions === "require_escalated") return false;
    return isKnownShell(shell ?? this.#shell) && isReadOnly(cmd);
  }

  /** Whether a call asks to leave the confinement. */
  escalates(input: unknown): boolean {
    return isExec(input) && input.sandbox_permissions === "require_escalated" && this.#report.profile !== "full-access";
  }

  readonly approval: ApprovalNeed = {
    needed: (input) => this.#needed(input),
    describe: (input) => this.#describe(input),
    refusal: (input, why) => this.#refusal(input, why),
  };

  #needed(input: unknown): boolean | "explicit" {
    if (!isExec(input) || this.#report.profile === "full-access") return false;
    // Refused without anything being run.
    if (readPatchCommand(input.cmd)?.kind === "bare" || isUnjustified(input)) return false;
    if (this.escalates(input) || forcesRemoval(input.cmd)) return "explicit";
    return !this.#report.confined && !this.onlyReads(input);
  }

  #describe(input: unknown): string {
    if (!isExec(input)) return "";
    const { cmd, workdir, justification } = input;
    const place = workdir === undefined ? "" : ` in ${workdir}`;
    const unconfined = this.escalates(input) || !this.#report.confined ? ", unconfined" : "";
    return `Run${place}${unconfined}: ${cmd}${justification === undefined ? "" : `\nReason: ${justification}`}`;
  }

  #refusal(input: unknown, why: "never" | "declined"): string | undefined {
    if (!isExec(input)) return undefined;
    if (why === "declined") return notStarted("rejected by user");
    if (this.escalates(input)) return NEVER_ESCALATES;
    if (!forcesRemoval(input.cmd)) return undefined;
    const command = `${input.shell ?? this.#shell} ${input.login === false ? "-c" : "-lc"} ${shellQuoted(input.cmd)}`;
    return notStarted(`\`${command}\` rejected: rm -f style commands are not permitted. Use a safer approach`);
  }
}

/** A justification says why to leave the confinement, and so needs the wish to leave it. */
export function isUnjustified({ justification, sandbox_permissions }: ExecArguments): boolean {
  return justification !== undefined && sandbox_permissions === undefined;
}

function isExec(input: unknown): input is ExecArguments {
  return typeof input === "object" && input !== null && "cmd" in input && typeof input.cmd === "string";
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'"'"'`)}'`;
}
