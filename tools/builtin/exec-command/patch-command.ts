/** A command line that is about a patch, not about a program. */
export type PatchCommand =
  | { readonly kind: "patch"; readonly patch: string; readonly folder: string | null }
  /** The text of a patch where a command should be. */
  | { readonly kind: "bare" };

const HEREDOC =
  /^\s*(?:cd[ \t]+('[^'\n]*'|"[^"\n$`\\]*"|[\w./@%+=:,-]+)[ \t]*&&\s*)?(?:apply_patch|applypatch)[ \t]*<<[ \t]*(?:'(\w+)'|"(\w+)"|(\w+))[ \t]*\n/u;

/**
 * Recognises a command line that is nothing but a call of `apply_patch` with a heredoc, perhaps after `cd FOLDER &&`, and
 * one that is nothing but a patch. Null for all others, which are for the shell.
 */
export function patchCommand(line: string): PatchCommand | null {
  if (/^\s*\*\*\* Begin Patch[ \t]*\r?\n/u.test(line) && /\n\*\*\* End Patch\s*$/u.test(line)) return { kind: "bare" };
  const head = HEREDOC.exec(line);
  if (head === null) return null;
  const [whole, folder, single, double, plain] = head;
  const delimiter = single ?? double ?? plain ?? "";
  const lines = line.slice(whole.length).split("\n");
  const end = lines.indexOf(delimiter);
  // What follows the heredoc would be another command.
  if (end === -1 || lines.slice(end + 1).some((rest) => rest.trim() !== "")) return null;
  const patch = lines.slice(0, end).map((text) => `${text}\n`);
  return { kind: "patch", patch: patch.join(""), folder: folder === undefined ? null : unquoted(folder) };
}

/** What a model reads that sent a patch as a command. */
export const BARE_PATCH: string =
  "apply_patch verification failed: patch detected without explicit call to apply_patch. " +
  'Rerun as ["apply_patch", "<patch>"]';

/** What a model reads that sent a patch where nothing may be written. */
export const PATCH_READ_ONLY: string =
  "patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings";

function unquoted(word: string): string {
  return /^['"]/u.test(word) ? word.slice(1, -1) : word;
}
