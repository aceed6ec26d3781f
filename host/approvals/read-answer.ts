import type { ApprovalAnswer } from "./contract.ts";
import type { PolicyAnswer } from "./options.ts";

const MAX_SHOWN = 80;

/** An answer from outside as one of ours, or null for what is none. May throw what a hostile object throws. */
export function readAnswer(answered: unknown): ApprovalAnswer | null {
  if (typeof answered !== "object" || answered === null) return null;
  const { answer, reason } = answered as { readonly answer?: unknown; readonly reason?: unknown };
  if (answer === "allow" || answer === "allow-for-session") return { answer };
  if (answer !== "deny") return null;
  return typeof reason === "string" ? { answer, reason } : { answer };
}

/** As `readAnswer`, for what a policy answered. */
export function readPolicyAnswer(answered: unknown): PolicyAnswer | null {
  if (answered === "allow" || answered === "ask" || answered === "deny") return answered;
  if (typeof answered !== "object" || answered === null || !("deny" in answered)) return null;
  const { deny } = answered;
  return typeof deny === "string" ? { deny } : null;
}

/** What something that is no answer looks like, in a few words. Never throws. */
export function shown(value: unknown): string {
  try {
    if (value instanceof Promise) return "a promise";
    const json: string | undefined = JSON.stringify(value);
    return json === undefined ? typeof value : json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json;
  } catch {
    return `an ${typeof value} that cannot be shown`;
  }
}
