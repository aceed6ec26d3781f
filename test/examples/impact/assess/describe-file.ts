import type { Change, Version } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import type { RelevantChange } from "./assess.ts";
import type { ChangedFile } from "./types.ts";

/** Bytes at the start of a file in which Git looks for a NUL. */
const SNIFFED_BYTES = 8000;
const SYMLINK = "120000";

/** A change as an answer tells it. Reads the file's content to say whether it is text. */
export async function describeFile(
  repository: Repository,
  { change, components, owners }: RelevantChange,
  withOwners: boolean,
): Promise<ChangedFile> {
  return {
    path: change.path,
    ...(change.oldPath === undefined ? {} : { old_path: change.oldPath }),
    change: kindOfChange(change),
    kind: await kindOf(repository, change.after ?? change.before),
    components,
    owners: withOwners ? owners : [],
  };
}

function kindOfChange({ oldPath, before, after }: Change): ChangedFile["change"] {
  if (oldPath !== undefined) return "renamed";
  if (before === undefined) return "added";
  if (after === undefined) return "deleted";
  if (before.type !== after.type || (before.mode === SYMLINK) !== (after.mode === SYMLINK)) return "type_changed";
  return before.oid === after.oid ? "mode_changed" : "modified";
}

async function kindOf(repository: Repository, version: Version | undefined): Promise<ChangedFile["kind"]> {
  if (version === undefined || version.type === "commit") return "submodule";
  if (version.mode === SYMLINK) return "symlink";
  const bytes = await repository.blob(version.oid);
  return bytes.subarray(0, SNIFFED_BYTES).includes(0) ? "binary" : "text";
}
