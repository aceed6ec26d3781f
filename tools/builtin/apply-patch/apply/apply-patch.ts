import { IsocellError } from "../../../../protocol/index.ts";
import { AllowedRoots } from "../../paths/allowed-roots.ts";
import { parsePatch } from "../parse/parse-patch.ts";
import type { Patch } from "../patch.ts";
import { PatchError, unverified } from "../patch-error.ts";
import { Journal, problemOf } from "./journal.ts";
import { DEFAULT_MAX_FILE_BYTES, DEFAULT_MAX_PATCH_CHARS } from "./options.ts";
import type { PatchOptions } from "./options.ts";
import { refusalOf } from "./places.ts";
import type { PlannedChange } from "./plan.ts";
import { summaryOf } from "./report.ts";
import type { PatchReport } from "./report.ts";
import { verify } from "./verify.ts";
import { PATCH_READ_ONLY } from "../texts.ts";

/**
 * Applies a patch: all of it, or nothing. All files are verified before the first is written, each file changes at one
 * moment, and if one cannot be written (or `signal` fires) those written before are put back.
 * @throws {PatchError} when it was not applied; the message is for a model.
 * @throws {IsocellError} `invalid_options` when it is not given a text and a folder.
 */
export async function applyPatch(text: string, options: PatchOptions): Promise<PatchReport> {
  const roots = rootsOf(text, options);
  const planned = await planOf(text, roots, options);
  const { signal } = options;
  const journal = new Journal(roots, options.fsync ?? false);
  for (const change of planned) {
    try {
      signal?.throwIfAborted();
      await journal.make(change);
    } catch (error) {
      throw await takenBack(journal, change, error, signal);
    }
  }
  const leftovers = await journal.settle();
  return { ...reportOf(planned), leftovers };
}

/**
 * What a patch would do: everything is checked as if it were applied, and nothing is changed.
 * @throws {PatchError} and {IsocellError} as `applyPatch` does.
 */
export async function verifyPatch(text: string, options: PatchOptions): Promise<PatchReport> {
  return reportOf(await planOf(text, rootsOf(text, options), options));
}

function rootsOf(text: unknown, options: PatchOptions): AllowedRoots {
  if (typeof text !== "string") throw new IsocellError("invalid_options", "a patch is a text");
  const { cwd, roots } = options;
  if (typeof cwd !== "string" || cwd === "") {
    throw new IsocellError("invalid_options", "a patch needs `cwd`, the folder that its paths start at");
  }
  return new AllowedRoots(cwd, roots);
}

async function planOf(text: string, roots: AllowedRoots, options: PatchOptions): Promise<readonly PlannedChange[]> {
  const patch = read(text, options.maxPatchChars ?? DEFAULT_MAX_PATCH_CHARS);
  if (patch.environmentId !== null) {
    throw new PatchError("rejected", "apply_patch environment selection is unavailable for this turn");
  }
  if (patch.sections.length === 0) throw new PatchError("rejected", "patch rejected: empty patch");
  const limits = { maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES, signal: options.signal };
  try {
    const planned = await verify(patch, roots, limits);
    if (options.readOnly !== true) return planned;
  } catch (error) {
    // Where nothing may be written, it does not matter that something is outside.
    const outside = error instanceof PatchError && error.kind === "rejected";
    if (options.readOnly !== true || !outside) throw error;
  }
  throw new PatchError("rejected", PATCH_READ_ONLY);
}

function read(text: string, maxChars: number): Patch {
  if (text.length > maxChars) {
    throw unverified(`invalid patch: it has ${text.length} characters, more than the ${maxChars} that are read`);
  }
  try {
    return parsePatch(text);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const line = error.line === null ? {} : { line: error.line };
    throw new PatchError(error.kind, unverified(error.message).message, { ...line, cause: error });
  }
}

async function takenBack(
  journal: Journal,
  { change: { kind, absolutePath } }: PlannedChange,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<PatchError> {
  const { made } = journal;
  const problems = await journal.undo();
  const state =
    problems.length > 0
      ? `These changes could not be taken back: ${problems.join(", ")}.`
      : made.length === 0
        ? "Nothing was changed."
        : `Nothing was changed; what had been done was taken back: ${made.join(", ")}.`;
  if (signal?.aborted === true) {
    return new PatchError("cancelled", `apply_patch was cancelled. ${state}`, { cause: error });
  }
  const refused = refusalOf(error);
  const problem =
    refused?.message ?? `Failed to ${kind === "delete" ? "delete" : "write"} file ${absolutePath}: ${problemOf(error)}`;
  const kindOf = refused === null ? "write" : "rejected";
  return new PatchError(kindOf, `apply_patch failed: ${problem}\n${state}`, { cause: error });
}

function reportOf(planned: readonly PlannedChange[]): PatchReport {
  const changes = planned.map(({ change }) => change);
  return { changes, summary: summaryOf(changes), leftovers: [] };
}
