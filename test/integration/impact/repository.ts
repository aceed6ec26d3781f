import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { assessChangeImpact } from "../../examples/impact/assess/assess.ts";
import type { Assessment, AssessRequest } from "../../examples/impact/assess/types.ts";
import { commitAll, git, writeFiles } from "../../examples/impact/fixture/make-repository.ts";
import { Repository } from "../../examples/impact/git/repository.ts";
import { withDefaults } from "../../examples/impact/interface/assess-tool.ts";

/** Files of one commit; null deletes one. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** An empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "isocell-impact-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository with these commits. */
export function repositoryWith(...commits: readonly Files[]): string {
  const folder = temporaryFolder();
  git(folder, "init", "--quiet", "--initial-branch=main");
  for (const [index, files] of commits.entries()) {
    writeFiles(folder, files);
    commitAll(folder, `commit ${index}`);
  }
  return folder;
}

/** The assessment of a repository's last commit, unless the request says otherwise. */
export async function assess(folder: string, request: Partial<AssessRequest> = {}): Promise<Assessment> {
  return assessChangeImpact(await Repository.open(folder), withDefaults(request));
}

/** Changed files in short: `change path`. */
export function inShort({ changed_files }: Assessment): readonly string[] {
  return changed_files.map(({ change, path, old_path, kind }) => {
    const from = old_path === undefined ? "" : ` from ${old_path}`;
    return `${change} ${path}${from}${kind === "text" ? "" : ` (${kind})`}`;
  });
}
