import { ImpactFailure } from "../failure.ts";
import { changesBetween } from "../git/changes.ts";
import type { Change } from "../git/changes.ts";
import { withRenames } from "../git/renames.ts";
import type { Commit, Repository } from "../git/repository.ts";
import { resolveRevision } from "../git/revision.ts";
import { CodeOwners, CODEOWNERS_PATHS } from "../owners/codeowners.ts";
import { matchesGlob } from "../owners/glob.ts";
import { componentsOf } from "../rules/components.ts";
import type { KnownComponents } from "../rules/components.ts";
import { cursorAt, requestDigest, startOf } from "./cursor.ts";
import { describeFile } from "./describe-file.ts";
import { checksOf, risksOf } from "./findings.ts";
import { summarize } from "./summary.ts";
import type { Assessment, AssessRequest } from "./types.ts";

/** A change that the request is about. */
export interface RelevantChange {
  readonly change: Change;
  readonly components: readonly string[];
  readonly owners: readonly string[];
}

/**
 * Assesses what differs between two commits of a repository. Reads nothing but Git's objects, and runs nothing.
 * @throws {ImpactFailure} when it can't be done; the code says why.
 */
export async function assessChangeImpact(repository: Repository, request: AssessRequest): Promise<Assessment> {
  const head = await resolveRevision(repository, request.head_ref);
  const base = await resolveRevision(repository, request.base_ref);
  const known = await componentsOf(repository, head.tree);
  checkComponent(request.component, known);
  const notes: string[] = [];
  const all = await withRenames(repository, await changesBetween(repository, base.tree, head.tree));
  if (!all.compared) notes.push("Too many files were added and deleted to tell moved and changed ones among them.");
  const owners = await ownersAt(repository, head, base, notes);
  const relevant = selectChanges(all.changes, request, known, owners);
  const digest = requestDigest(request, base.oid, head.oid);
  const start = startOf(request.cursor, digest, relevant.length);
  const shown = relevant.slice(start, start + request.max_changed_files);
  const end = start + shown.length;
  const wants = (focus: AssessRequest["focus"]): boolean => request.focus === "all" || request.focus === focus;
  const changed_files = await Promise.all(shown.map((one) => describeFile(repository, one, wants("owners"))));
  const touched = known.list.filter(({ name }) => relevant.some(({ components }) => components.includes(name)));
  const asked = request.component === "all" ? touched : touched.filter(({ name }) => name === request.component);
  const truncated = end < relevant.length;
  const result = {
    status: truncated || notes.length > 0 ? "partial" : "complete",
    base_commit: base.oid,
    head_commit: head.oid,
    changed_files,
    total_changed_files: relevant.length,
    components: asked.map(({ name }) => name),
    owners: wants("owners") ? [...new Set(relevant.flatMap((one) => one.owners))].sort() : [],
    required_checks: wants("tests") ? checksOf(asked) : [],
    risks: wants("release_risk") ? risksOf(asked, relevant) : [],
    truncated,
    next_cursor: truncated ? cursorAt(end, digest) : null,
    notes,
  } as const;
  return { ...result, summary: summarize(result, start) };
}

function checkComponent(component: string, known: KnownComponents): void {
  if (component === "all" || known.list.some(({ name }) => name === component)) return;
  throw new ImpactFailure(
    "INVALID_COMPONENT",
    `There is no component ${JSON.stringify(component.slice(0, 100))} at the head revision.`,
    `Use one of: all, ${known.list.map(({ name }) => name).join(", ")}.`,
  );
}

function selectChanges(
  changes: readonly Change[],
  { component, path_filters }: AssessRequest,
  known: KnownComponents,
  owners: CodeOwners | undefined,
): readonly RelevantChange[] {
  const filters = path_filters.map(parseFilter);
  return changes.flatMap((change) => {
    const paths = change.oldPath === undefined ? [change.path] : [change.path, change.oldPath];
    const components = [...new Set(paths.flatMap((path) => known.of(path)))];
    if (component !== "all" && !components.includes(component)) return [];
    const wanted =
      filters.length === 0 || paths.some((path) => filters.some((filter) => matchesGlob(filter, path.split("/"))));
    return wanted ? [{ change, components, owners: owners?.ownersOf(change.path) ?? [] }] : [];
  });
}

/** `src/` and `src` stand for everything in the folder, as they would on a command line. */
function parseFilter(filter: string): readonly string[] {
  const names = filter
    .replace(/^\.\//u, "")
    .split("/")
    .filter((name) => name !== "");
  if (names.length === 0 || names.includes("..") || filter.startsWith("/")) {
    throw new ImpactFailure(
      "INVALID_PATH_FILTER",
      `The path filter ${JSON.stringify(filter)} is not a path within the repository.`,
      "Write filters relative to the repository's root: backend/**, *.md, frontend/src/login.ts.",
    );
  }
  const anywhere = names.length === 1 && /[*?]/u.test(filter) ? ["**", ...names] : names;
  return /[*?]/u.test(names.at(-1) ?? "") ? anywhere : [...names, "**"];
}

/** Owners as the head says; of deleted files, too, whose lines it may still have. */
async function ownersAt(
  repository: Repository,
  head: Commit,
  base: Commit,
  notes: string[],
): Promise<CodeOwners | undefined> {
  for (const commit of [head, base]) {
    for (const path of CODEOWNERS_PATHS) {
      const text = await repository.textAt(commit.tree, path);
      if (text === undefined) continue;
      const owners = CodeOwners.parse(text);
      if (owners.invalidLines.length > 0)
        notes.push(
          `${path} has lines that name no owner in a known form: ${owners.invalidLines.slice(0, 10).join(", ")}.`,
        );
      return owners;
    }
  }
  return undefined;
}
