import type { AssessmentError } from "../assess/types.ts";
import { FAILURES, ImpactFailure } from "../failure.ts";

/** The shape of {@link failureAnswer}'s answers. */
export const FAILURE_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    status: { const: "error" },
    code: { enum: [...Object.keys(FAILURES), "INVALID_ARGUMENTS"] },
    message: { type: "string" },
    retryable: { type: "boolean" },
    hint: { type: "string", description: "What to do instead." },
  },
  required: ["status", "code", "message", "retryable", "hint"],
  additionalProperties: false,
};

/** A failure that a caller can act on, as an answer; throws any other. */
export function failureAnswer(error: unknown): AssessmentError {
  if (!(error instanceof ImpactFailure)) throw error;
  const { code, message, retryable, hint } = error;
  return { status: "error", code, message, retryable, hint };
}
