import { applyChunks } from "../match/apply-chunks.ts";
import { parsePatch } from "../parse/parse-patch.ts";
import type { PatchSection } from "../patch.ts";
import { PatchError } from "../patch-error.ts";
import { chunksBetween } from "./chunks-between.ts";
import { formatPatch } from "./format-patch.ts";

/** Two versions of a file. */
export interface FileVersions {
  readonly path: string;
  /** The text before; null where there was no file. */
  readonly before: string | null;
  /** The text after; null where there is no file any more. */
  readonly after: string | null;
  /** Where the file is afterwards, if not where it was. */
  readonly moveTo?: string;
}

/**
 * Makes a patch that turns the former versions of files into the new ones, byte for byte. Files that stay the same are left
 * out.
 *
 * @param options.exact false: where the format has no words for a change of line ends, the patch brings all the rest. The
 * format always ends a file's last line; in a file whose first line ends with a carriage return and a line feed, new lines
 * do so, too.
 * @throws {PatchError} of the kind inexpressible for a change that the format has no words for, and for a path it cannot hold.
 */
export function createPatch(files: readonly FileVersions[], options: { readonly exact?: boolean } = {}): string {
  const sections = files.flatMap((file) => sectionOf(file, options.exact ?? true) ?? []);
  const wrong = sections.find((section) => !survives(section));
  if (wrong !== undefined) throw inexpressible(wrong.path, "its path cannot stand in a patch");
  return formatPatch(sections);
}

function sectionOf({ path, before, after, moveTo }: FileVersions, exact: boolean): PatchSection | null {
  const line = 0;
  if (before === null) {
    if (after === null) return null;
    if (exact && after !== "" && !after.endsWith("\n")) throw inexpressible(path, "its last line has no end");
    const body = after.endsWith("\n") ? after.slice(0, -1) : after;
    return { kind: "add", path: moveTo ?? path, line, lines: after === "" ? [] : body.split("\n") };
  }
  if (after === null) return { kind: "delete", path, line };
  if (before === after && moveTo === undefined) return null;
  const chunks = chunksBetween(before, after);
  const result = applyChunks(before, chunks);
  if (exact && result !== after) throw inexpressible(path, "its lines end in ways that a patch cannot bring about");
  return { kind: "update", path, line, moveTo: moveTo ?? null, chunks };
}

/** Whether a section is read as it is written: a path with a line break in it is not. */
function survives(section: PatchSection): boolean {
  const withoutLine = (one: PatchSection | undefined): string => JSON.stringify({ ...one, line: 0 });
  try {
    const { sections } = parsePatch(formatPatch([section]));
    return sections.length === 1 && withoutLine(sections[0]) === withoutLine(section);
  } catch (error) {
    if (error instanceof PatchError) return false;
    throw error;
  }
}

function inexpressible(path: string, why: string): PatchError {
  return new PatchError("inexpressible", `no patch can make this change to ${path}: ${why}`);
}
