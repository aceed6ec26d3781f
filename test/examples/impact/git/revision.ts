import { ImpactFailure } from "../failure.ts";
import type { Commit, Repository } from "./repository.ts";

const MAX_CHARACTERS = 256;
/** A name or id, and steps to ancestors: `HEAD~2`, `main^2~1`. */
const REVISION = /^(?<name>[^~^:?*[\\\s]+?)(?<steps>(?:[~^]\d*)*)$/u;
const FORMS = "Use a branch, a tag, a commit id, or one of them with ~N or ^N behind it.";

/**
 * The commit that a revision names.
 * @throws {ImpactFailure} `INVALID_GIT_REVISION`, or `SHALLOW_HISTORY` when the clone ends before it.
 */
export async function resolveRevision(repository: Repository, revision: string): Promise<Commit> {
  const parts = revision.length > MAX_CHARACTERS ? undefined : REVISION.exec(revision)?.groups;
  const name = parts?.["name"];
  if (name === undefined || name.startsWith("-")) throw invalid(revision, "is not written as a revision", FORMS);
  let commit = await namedCommit(repository, name === "@" ? "HEAD" : name);
  if (commit === undefined) throw invalid(revision, `names no commit: there is no ${name}`, FORMS);
  for (const [, kind, digits] of (parts?.["steps"] ?? "").matchAll(/([~^])(\d*)/gu)) {
    const count = digits === "" ? 1 : Number(digits);
    commit =
      kind === "~"
        ? await ancestor(repository, revision, commit, count)
        : await parent(repository, revision, commit, count);
  }
  return commit;
}

async function namedCommit(repository: Repository, name: string): Promise<Commit | undefined> {
  const named = await repository.resolveName(name);
  const oid = named ?? (/^[0-9a-f]{4,40}$/iu.test(name) ? await repository.expandId(name.toLowerCase()) : undefined);
  return oid === undefined ? undefined : repository.commit(oid);
}

async function ancestor(repository: Repository, revision: string, from: Commit, count: number): Promise<Commit> {
  let commit = from;
  for (let step = 0; step < count; step++) commit = await parent(repository, revision, commit, 1);
  return commit;
}

/** `number` counts from 1; 0 is the commit itself. */
async function parent(repository: Repository, revision: string, commit: Commit, number: number): Promise<Commit> {
  if (number === 0) return commit;
  const oid = commit.parents[number - 1];
  const found = oid === undefined ? undefined : await repository.commit(oid);
  if (found !== undefined) return found;
  if (repository.shallow && (oid !== undefined || commit.parents.length === 0)) {
    throw new ImpactFailure(
      "SHALLOW_HISTORY",
      `${revision} is beyond the ${commit.oid.slice(0, 12)} at which this shallow clone ends.`,
      "Fetch more history (git fetch --deepen=50), or name revisions that are here.",
    );
  }
  const which = commit.parents.length === 0 ? "is the first commit" : `has ${commit.parents.length} parent(s)`;
  throw invalid(revision, `goes back too far: ${commit.oid.slice(0, 12)} ${which}`, "Name a later commit.");
}

function invalid(revision: string, why: string, hint: string): ImpactFailure {
  return new ImpactFailure(
    "INVALID_GIT_REVISION",
    `The revision ${JSON.stringify(revision.slice(0, MAX_CHARACTERS))} ${why}.`,
    hint,
  );
}
