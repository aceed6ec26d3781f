import type { ApprovalAnswer } from "../../approvals/contract.ts";
import type { ApprovalQuestion } from "../../approvals/options.ts";
import { questionRows } from "../../approvals/shown/question-rows.ts";
import type { ElicitForm, ElicitResult } from "../sdk.ts";

/** Where rows of a question are wrapped, in columns: clients show it in a dialog of some width. */
const COLUMNS = 100;

const LABELS: Readonly<Record<ApprovalAnswer["answer"], string>> = {
  allow: "Allow this call",
  "allow-for-session": "Allow this tool for the session",
  deny: "Deny",
};

/** A question about a call as a form of a client. There is no default: nobody allows anything by looking away. */
export function approvalForm(question: ApprovalQuestion): ElicitForm {
  const answers = (["allow", "allow-for-session", "deny"] as const).filter(
    (answer) => answer !== "allow-for-session" || question.offersSession,
  );
  return {
    message: questionRows(question, COLUMNS).join("\n"),
    requestedSchema: {
      type: "object",
      properties: {
        answer: { type: "string", title: "Answer", enum: answers, enumNames: answers.map((answer) => LABELS[answer]) },
        reason: { type: "string", title: "Reason", description: "What the model is told where you deny it." },
      },
      required: ["answer"],
    },
  };
}

/** What was answered. Whoever dismisses the form allows nothing. */
export function readApproval({ action, content = {} }: ElicitResult): ApprovalAnswer {
  const { answer, reason } = content;
  if (action === "accept" && (answer === "allow" || answer === "allow-for-session")) return { answer };
  return typeof reason === "string" ? { answer: "deny", reason } : { answer: "deny" };
}
