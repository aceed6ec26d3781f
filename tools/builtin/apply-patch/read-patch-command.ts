import { MARKERS } from "./parse/markers.ts";

/** What a command line has to do with patches. */
export type PatchCommand =
  /** Nothing but a call of `apply_patch` with a patch; `folder` is where it changes to before, null if nowhere. */
  | { readonly kind: "patch"; readonly text: string; readonly folder: string | null }
  /** A patch without a call of anything. */
  | { readonly kind: "bare" };

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
  // What follows the heredoc would be another command.
  const lines = command.slice(opening[0].length).trimEnd().split(/\r?\n/);
  if (lines.indexOf(word ?? "") !== lines.length - 1) return null;
  return { kind: "patch", text: lines.slice(0, -1).join("\n"), folder: single ?? double ?? bare ?? null };
}
