/** Why an assessment could not be made. Each code names one situation in which a caller does something else. */
export const FAILURES = {
  NOT_A_REPOSITORY: "The folder is not in a Git repository.",
  INVALID_GIT_REVISION: "A revision names no commit.",
  SHALLOW_HISTORY: "A revision is beyond what this shallow clone holds.",
  INVALID_COMPONENT: "The component is not one of this repository's.",
  INVALID_PATH_FILTER: "A path filter is no usable pattern.",
  INVALID_CURSOR: "The cursor belongs to another request, or the revisions have moved since.",
  INVALID_CONFIGURATION: "The repository's impact configuration cannot be used.",
  UNREADABLE_OBJECT: "Something in the repository could not be read.",
} as const;

/** One of the codes of {@link FAILURES}. */
export type FailureCode = keyof typeof FAILURES;

/** A failure that a caller can act on. */
export class ImpactFailure extends Error {
  override readonly name: string = "ImpactFailure";
  readonly code: FailureCode;
  /** What to do instead. */
  readonly hint: string;

  constructor(code: FailureCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return this.code === "UNREADABLE_OBJECT";
  }
}
