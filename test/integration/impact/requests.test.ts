import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { git, makeImpactRepository } from "../../examples/impact/fixture/make-repository.ts";
import { answerRequest, withDefaults } from "../../examples/impact/interface/assess-tool.ts";
import { assess, repositoryWith, temporaryFolder } from "./repository.ts";

function shop(): string {
  const folder = join(temporaryFolder(), "shop");
  makeImpactRepository(folder);
  return folder;
}

describe("The repository of the evaluation", () => {
  test("has five changed files, each with one owner and one component", async () => {
    const { changed_files, status, risks } = await assess(shop());
    expect(changed_files.map(({ path, owners, components }) => [path, ...owners, ...components])).toEqual([
      [".github/workflows/deploy.yml", "@release-engineering", "release_workflow"],
      ["backend/auth/service.py", "@identity-team", "authentication"],
      ["backend/db/migrations/20260727_add_sessions.py", "@data-platform", "database_migration"],
      ["backend/openapi/schema.json", "@api-platform", "api_contract"],
      ["frontend/src/login.ts", "@web-team", "frontend"],
    ]);
    expect(status).toBe("complete");
    expect(risks.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "high AUTH_BOUNDARY",
      "high DATABASE_MIGRATION",
      "high RELEASE_WORKFLOW",
      "medium API_CONTRACT",
    ]);
  });

  test.for([
    ["api_contract", ["git diff --exit-code docs/openapi", "uv run python scripts/export_openapi.py"]],
    ["database_migration", ["uv run alembic upgrade head", "uv run alembic downgrade -1"]],
  ] as const)("asks of %s for its own checks alone", async ([component, checks]) => {
    const result = await assess(shop(), { component, focus: "tests" });
    expect(result.required_checks.map(({ command }) => command)).toEqual(checks);
    expect([result.changed_files.length, result.risks, result.owners]).toEqual([1, [], []]);
  });

  test("is answered in part where less is asked for, and the rest with its cursor", async () => {
    const folder = shop();
    const first = await assess(folder, { max_changed_files: 2 });
    expect([first.changed_files.length, first.truncated, first.status]).toEqual([2, true, "partial"]);
    const rest = await assess(folder, { max_changed_files: 200, cursor: first.next_cursor ?? "" });
    expect([rest.changed_files.length, rest.truncated, rest.status]).toEqual([3, false, "complete"]);
  });
});

describe("A request", () => {
  test("for nothing that changed is complete and says so", async () => {
    const result = await assess(shop(), { base_ref: "HEAD" });
    expect([result.status, result.changed_files, result.total_changed_files]).toEqual(["complete", [], 0]);
    expect(result.summary).toMatch(/No file/u);
  });

  test.for([
    [["backend/**"], 3],
    [["backend"], 3],
    [["./backend/auth/"], 1],
    [["*.ts"], 1],
    [["*.py", "frontend"], 3],
    [["nowhere"], 0],
  ] as const)("may be narrowed to paths: %j", async ([path_filters, files]) => {
    expect((await assess(shop(), { path_filters })).total_changed_files).toBe(files);
  });

  test.for([
    ["INVALID_GIT_REVISION", { base_ref: "no-such-branch" }],
    ["INVALID_GIT_REVISION", { base_ref: "--upload-pack=x" }],
    ["INVALID_GIT_REVISION", { base_ref: "HEAD~9" }],
    ["INVALID_GIT_REVISION", { base_ref: "HEAD@{yesterday}" }],
    ["INVALID_GIT_REVISION", { head_ref: "" }],
    ["INVALID_COMPONENT", { component: "databse" }],
    ["INVALID_PATH_FILTER", { path_filters: ["../etc"] }],
    ["INVALID_CURSOR", { cursor: "2.0000000000000000" }],
    ["INVALID_CURSOR", { cursor: "next" }],
  ] as const)("that cannot be answered says %s for %j, and what to do", async ([code, request]) => {
    const answer = await answerRequest(shop(), withDefaults(request));
    expect(answer).toMatchObject({ status: "error", code, retryable: false });
    expect(answer.status === "error" && answer.hint.length > 10).toBe(true);
  });

  test("outside of a repository says NOT_A_REPOSITORY", async () => {
    expect(await answerRequest(temporaryFolder(), withDefaults({}))).toMatchObject({ code: "NOT_A_REPOSITORY" });
  });

  test("beyond the end of a shallow clone says SHALLOW_HISTORY", async () => {
    const folder = repositoryWith({ a: "1" }, { a: "2" }, { a: "3" });
    const beside = temporaryFolder();
    git(beside, "clone", "--quiet", "--depth=2", `file://${folder}`, "clone");
    const clone = join(beside, "clone");
    expect((await assess(clone)).total_changed_files).toBe(1);
    const answer = await answerRequest(clone, withDefaults({ base_ref: "HEAD~2" }));
    expect(answer).toMatchObject({ code: "SHALLOW_HISTORY" });
  });

  test("takes tags, remote branches, and ids, whole and abbreviated", async () => {
    const folder = shop();
    git(folder, "tag", "--annotate", "v1", "--message", "one", "HEAD~1");
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD~1");
    const id = git(folder, "rev-parse", "HEAD~1");
    for (const base_ref of ["v1", "origin/main", id, id.slice(0, 8), id.toUpperCase(), "main~1", "@^"]) {
      expect((await assess(folder, { base_ref })).total_changed_files).toBe(5);
    }
  });
});

describe("Components", () => {
  test("are what the repository configures", async () => {
    const components = {
      core: {
        description: "The core",
        paths: ["src/core/**"],
        checks: [{ command: "make core", reason: "it builds" }],
      },
    };
    const folder = repositoryWith({ ".impact.json": JSON.stringify({ components }) }, { "src/core/a": "1", x: "2" });
    const result = await assess(folder);
    expect([result.components, result.required_checks]).toEqual([
      ["core"],
      [{ command: "make core", reason: "it builds", component: "core" }],
    ]);
  });

  test.for([
    '{ "components": { "All": {} } }',
    "no json",
    '{ "components": { "all": { "description": "x", "paths": ["x"] } } }',
  ])("of a configuration that cannot be used are an error: %s", async (text) => {
    const folder = repositoryWith({ a: "1" }, { ".impact.json": text });
    expect(await answerRequest(folder, withDefaults({}))).toMatchObject({ code: "INVALID_CONFIGURATION" });
  });

  test("are found where packages are, and a file that was moved belongs to both", async () => {
    const long = "line\n".repeat(40);
    const folder = repositoryWith(
      { "packages/one/package.json": "{}", "packages/two/go.mod": "", "packages/one/x.txt": long },
      { "packages/one/x.txt": null, "packages/two/x.txt": long },
    );
    expect((await assess(folder)).components).toEqual(["packages_one", "packages_two"]);
  });
});
