import type { StandardIssue, StandardResult, StandardSchema } from "../contract/standard-schema.ts";
import { shorten } from "./describe-value.ts";
import { jsonPath } from "./json-path.ts";

const MAX_ISSUES = 5;
const MAX_MESSAGE = 300;

/** A value as its schema made it, or one sentence on what is wrong with it. */
export type StandardValidation<Output> = { readonly value: Output } | { readonly error: string };

/**
 * Validates with a Standard Schema. Gives a promise only where the schema does, so that a synchronous schema costs no
 * turn of the event loop.
 */
export function validateStandard<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
): StandardValidation<Output> | Promise<StandardValidation<Output>> {
  const result = schema["~standard"].validate(value);
  return result instanceof Promise ? result.then(toValidation) : toValidation(result);
}

function toValidation<Output>(result: StandardResult<Output>): StandardValidation<Output> {
  if (result.issues === undefined) return { value: result.value };
  const listed = result.issues.slice(0, MAX_ISSUES).map(describeIssue);
  const more = result.issues.length - listed.length;
  if (more > 0) listed.push(`${more} more`);
  return { error: listed.length === 0 ? "the value does not match the schema" : listed.join("; ") };
}

function describeIssue(issue: StandardIssue): string {
  const path = jsonPath((issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step)));
  return `${path === "" ? "the value" : `\`${path}\``}: ${shorten(issue.message, MAX_MESSAGE)}`;
}
