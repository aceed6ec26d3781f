/**
 * What a patch failed at.
 *
 * | kind | when |
 * |---|---|
 * | syntax | the text is no patch |
 * | verification | it does not fit the files |
 * | rejected | it may not be applied: empty, outside of the allowed folders, nothing may be written |
 * | write | a file could not be written; what was written before was put back |
 * | cancelled | its signal fired; what was written before was put back |
 * | inexpressible | a change was to be made into a patch, and the format has no words for it |
 */
export type PatchErrorKind = "syntax" | "verification" | "rejected" | "write" | "cancelled" | "inexpressible";

/** A patch that was not applied, or not made. The message is the whole text for a model. */
export class PatchError extends Error {
  override readonly name: string = "PatchError";
  readonly kind: PatchErrorKind;
  /** Line of the patch, counted from 1 at the begin marker; null where the text as a whole is meant. */
  readonly line: number | null;

  constructor(
    kind: PatchErrorKind,
    message: string,
    options: { readonly line?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.line = options.line ?? null;
  }
}

/** A patch that does not fit the files. */
export function unverified(problem: string, cause?: unknown): PatchError {
  return new PatchError("verification", `apply_patch verification failed: ${problem}`, { cause });
}
