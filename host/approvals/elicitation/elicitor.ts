import { isJsonObject } from "../../../tools/index.ts";
import { messageOf } from "../../pipeline/call.ts";
import type { ApprovalOptions } from "../options.ts";
import { checkValue } from "./check-value.ts";
import type { Elicitation, Elicited, ElicitedReport, FormField, FormValue } from "./contract.ts";
import { readFields } from "./read-fields.ts";

/** Questions that one server may have open; further ones are declined. */
const MAX_OPEN = 8;

/** Asks on behalf of one server. A problem is one with the question; what was answered is reported. */
export type ServerElicitor = (
  params: unknown,
  signal: AbortSignal,
  report: (report: ElicitedReport) => void,
) => Promise<Elicited | { readonly problem: string }>;

/**
 * Answers the questions of one server with the `elicit` of the options. Where there is none, or the policy is `never`,
 * everything is declined. Nothing of it ever rejects.
 *
 * @param sessions ids of those that have calls to the server under way.
 */
export function createElicitor(
  server: string,
  { elicit, policy }: ApprovalOptions = {},
  sessions: () => readonly string[] = () => [],
): ServerElicitor {
  let open = 0;
  return async (params, signal, report) => {
    const request = readRequest(server, params);
    if ("problem" in request) return request;
    const { kind } = request;
    if (elicit === undefined || policy === "never" || open >= MAX_OPEN) {
      report({ kind, action: "decline" });
      return { action: "decline" };
    }
    open += 1;
    try {
      const answer = readAnswer(request, await elicit(request, { signal, sessions: sessions() }));
      report({ kind, ...("problem" in answer ? cancelled(answer.problem) : { action: answer.action }) });
      return "problem" in answer ? { action: "cancel" } : answer;
    } catch (error) {
      report({ kind, ...cancelled(messageOf(error)) });
      return { action: "cancel" };
    } finally {
      open -= 1;
    }
  };
}

function cancelled(detail: string): Pick<ElicitedReport, "action" | "detail"> {
  return { action: "cancel", detail };
}

function readRequest(server: string, params: unknown): Elicitation | { readonly problem: string } {
  if (!isJsonObject(params) || typeof params["message"] !== "string") return { problem: "the question has no message" };
  const { mode = "form", message, url, requestedSchema } = params;
  if (mode === "url") {
    const isWeb = typeof url === "string" && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
    return isWeb ? { kind: "url", server, message, url } : { problem: "url must be an http or https address" };
  }
  if (mode !== "form") return { problem: `the mode ${JSON.stringify(mode)} is not known` };
  const fields = readFields(requestedSchema);
  return "problem" in fields ? fields : { kind: "form", server, message, fields };
}

function readAnswer(request: Elicitation, answer: unknown): Elicited | { readonly problem: string } {
  if (!isJsonObject(answer)) return { problem: "the answer is no object" };
  const { action, content } = answer;
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") return { problem: "the answer has no action accept, decline or cancel" };
  if (request.kind === "url") return { action };
  const filled = readContent(request.fields, content ?? {});
  return "problem" in filled ? filled : { action, content: filled.content };
}

/** Only what the form asks for is passed on. */
function readContent(
  fields: readonly FormField[],
  content: unknown,
): { readonly content: Readonly<Record<string, FormValue>> } | { readonly problem: string } {
  if (!isJsonObject(content)) return { problem: "the content of the answer is no object" };
  const entries: [string, FormValue][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    if (value === undefined) {
      if (field.required) return { problem: `the answer has no ${field.name}` };
      continue;
    }
    const wrong = checkValue(field, value);
    if (wrong !== null) return { problem: `${field.name} must be ${wrong}` };
    entries.push([field.name, value as FormValue]);
  }
  return { content: Object.fromEntries(entries) };
}
