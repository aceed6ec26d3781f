import { resolve } from "node:path";
import { applyPatch } from "./apply/apply-patch.ts";
import type { PatchOptions } from "./apply/options.ts";
import { MARKERS } from "./parse/markers.ts";
import { PatchError } from "./patch-error.ts";

/** What a command line has to do with patches. */
export type PatchCommand =
  /** Nothing but a call of `apply_patch` with a patch; `folder` is where it changes to before, null if nowhere. */
  | { readonly kind: "patch"; readonly text: string; readonly folder: string | null }
  /** A patch without a call of anything. */
  | { readonly kind: "bare" };

/** What became of a patch, and how it is told. */
export interface PatchRun {
  readonly text: string;
  readonly success: boolean;
}

const BARE_PATCH =
  'apply_patch verification failed: patch detected without explicit call to apply_patch. Rerun as ["apply_patch", "<patch>"]';

/** Optional `cd FOLDER &&`, the program, and the opening of a heredoc. The rest are its lines. */
const OPENING =
  /^\s*(?:cd[ \t]+(?:'(?<single>[^'\n]+)'|"(?<double>[^"\n\\$`]+)"|(?<bare>[^\s'"\\$`;&|<>(){}*?[\]!#~-][^\s'"\\$`;&|<>(){}*?[\]!]*))[ \t]*&&[ \t]*)?(?:apply_patch|applypatch)[ \t]*<<[ \t]*(?<quote>['"]?)(?<word>\w+)\k<quote>[ \t]*\r?\n/;

/**
 * Whether a command line is one call of `apply_patch` with its patch in a heredoc, or a patch and no command at all; null
 * for every other, also for such a call among other commands. With an unquoted word a shell would put variables in; a patch
 * is taken as it stands.
 */
export function readPatchCommand(command: string): PatchCommand | null {
  if (command.trimStart().startsWith(MARKERS.begin)) return { kind: "bare" };
  const opening = OPENING.exec(command);
  if (opening?.groups === undefined) return null;
  const { single, double, bare, word } = opening.groups;
  const lines = command.slice(opening[0].length).trimEnd().split(/\r?\n/);
  if (lines.indexOf(word ?? "") !== lines.length - 1) return null;
  return { kind: "patch", text: lines.slice(0, -1).join("\n"), folder: single ?? double ?? bare ?? null };
}

/**
 * Applies a patch and tells what a model reads of it, without any heading.
 *
 * @param cwd folder that relative paths start at.
 * @param options as of `applyPatch`; `roots` should be absolute, since `cwd` may be one of many folders.
 */
export async function runPatch(text: string, cwd: string, options: Omit<PatchOptions, "cwd"> = {}): Promise<PatchRun> {
  try {
    return { text: (await applyPatch(text, { ...options, cwd })).summary, success: true };
  } catch (error) {
    if (error instanceof PatchError) return { text: error.message, success: false };
    throw error;
  }
}

/**
 * Runs a command line that is a patch, and answers what a model reads of it; null where it is none and a shell has to run it.
 */
export async function interceptPatch(
  command: string,
  cwd: string,
  options: Omit<PatchOptions, "cwd"> = {},
): Promise<PatchRun | null> {
  const found = readPatchCommand(command);
  if (found === null) return null;
  if (found.kind === "bare") return { text: BARE_PATCH, success: false };
  return runPatch(found.text, found.folder === null ? cwd : resolve(cwd, found.folder), options);
}
