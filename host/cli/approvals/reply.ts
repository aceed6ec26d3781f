import type { ApprovalAnswer } from "../../approvals/contract.ts";
import { visibleText } from "../../approvals/shown/visible-text.ts";

const YES = /^y(?:es)?$/iu;
const SESSION = /^a(?:ll|lways)?$/iu;
const NO = /^no?(?:[\s,:;.-]+(?<reason>.*))?$/isu;

/** The line somebody is asked with. */
export function promptFor(offersSession: boolean): string {
  const session = offersSession ? "a = yes for this session, " : "";
  return `y = yes, ${session}n = no (n and a reason tells why): `;
}

/** A line somebody typed as an answer, or null for what is none. */
export function parseReply(line: string, offersSession: boolean): ApprovalAnswer | null {
  const typed = line.trim();
  if (YES.test(typed)) return { answer: "allow" };
  if (offersSession && SESSION.test(typed)) return { answer: "allow-for-session" };
  const no = NO.exec(typed);
  if (no === null) return null;
  const reason = visibleText(no.groups?.["reason"]?.trim() ?? "");
  return reason === "" ? { answer: "deny" } : { answer: "deny", reason };
}
