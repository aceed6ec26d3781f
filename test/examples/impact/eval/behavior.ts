// What the models of the constructed trajectories do: written, not recorded. Results are not written here; they come from
// the backend.

/** One run: the arguments of its calls, and what is answered at the end. */
export interface Behavior {
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  readonly answer: string;
}

/** By task, the first and the second repetition. */
export type Behaviors = Readonly<Record<string, readonly [Behavior, Behavior]>>;

const RANGE = "HEAD~1..HEAD";
const FILES = [
  ".github/workflows/deploy.yml",
  "backend/auth/service.py",
  "backend/db/migrations/20260727_add_sessions.py",
  "backend/openapi/schema.json",
  "frontend/src/login.ts",
].join(", ");
const AUTH_RISK = "AUTH_BOUNDARY, severity high.";
const MIGRATION_CHECKS = "Run `uv run alembic upgrade head` and `uv run alembic downgrade -1`.";
const API_CHECKS = "Run `git diff --exit-code docs/openapi` and `uv run python scripts/export_openapi.py`.";
const OWNER = "The login file belongs to @web-team.";
const ALL_FILES = `Five files: ${FILES}.`;
const TWO_FILES = ".github/workflows/deploy.yml and backend/auth/service.py";
const GAVE_UP = "The tool could not be used here: its calls were refused. I cannot answer without it.";

function analyze(
  type: string | undefined,
  options?: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { data: RANGE, ...(type === undefined ? {} : { type }), ...(options === undefined ? {} : { options }) };
}

/** `analyze` with nothing that says it changes nothing: each call would have to be approved, and nobody is there. */
export const INTERFACE_A: Behaviors = Object.fromEntries(
  (
    [
      ["auth-release-risk", analyze("risk")],
      ["migration-checks", analyze("tests")],
      ["login-owner", analyze("owners")],
      ["api-checks", analyze("tests")],
      ["whole-diff", analyze("diff")],
      ["two-files", analyze("diff", { limit: 2 })],
    ] as const
  ).map(([task, call]) => [
    task,
    [
      { calls: [call], answer: GAVE_UP },
      { calls: [call, call], answer: GAVE_UP },
    ],
  ]),
);

/** `analyze` that runs. What its arguments mean has to be guessed; what was guessed wrong is passed over in silence. */
export const INTERFACE_B: Behaviors = {
  "auth-release-risk": [
    { calls: [analyze("release_risk", { component: "authentication" })], answer: AUTH_RISK },
    {
      calls: [analyze("risk", { area: "authentication" })],
      answer: "AUTH_BOUNDARY (high), DATABASE_MIGRATION (high), RELEASE_WORKFLOW (high) and API_CONTRACT (medium).",
    },
  ],
  "migration-checks": [
    { calls: [analyze("tests", { component: "database_migration" })], answer: MIGRATION_CHECKS },
    { calls: [analyze("tests", { path: "backend/db/migrations" })], answer: MIGRATION_CHECKS },
  ],
  "login-owner": [
    { calls: [analyze("owners", { paths: ["frontend/src/login.ts"] })], answer: OWNER },
    { calls: [analyze("owners", { component: "frontend" })], answer: OWNER },
  ],
  "api-checks": [
    {
      calls: [analyze("api_contract")],
      answer:
        "Run `git diff --exit-code docs/openapi`, `uv run python scripts/export_openapi.py`, `uv run alembic upgrade head` and `uv run alembic downgrade -1`.",
    },
    { calls: [analyze("tests", { component: "api_contract" })], answer: API_CHECKS },
  ],
  "whole-diff": [
    { calls: [analyze(undefined)], answer: ALL_FILES },
    { calls: [analyze("all")], answer: ALL_FILES },
  ],
  "two-files": [
    { calls: [analyze("files", { max_files: 2 })], answer: `${TWO_FILES}; the list was not cut.` },
    { calls: [analyze("files", { limit: "2" })], answer: `${TWO_FILES}; the tool says that it is not truncated.` },
  ],
};

/** `assess_change_impact`: its schema says what can be asked for. */
export const INTERFACE_C: Behaviors = {
  "auth-release-risk": twice({ component: "authentication", focus: "release_risk" }, AUTH_RISK),
  "migration-checks": twice({ component: "database_migration", focus: "tests" }, MIGRATION_CHECKS),
  "login-owner": [
    { calls: [{ component: "frontend", focus: "owners" }], answer: OWNER },
    { calls: [{ path_filters: ["frontend/src/login.ts"], focus: "owners" }], answer: OWNER },
  ],
  "api-checks": twice({ component: "api_contract", focus: "tests" }, API_CHECKS),
  "whole-diff": [
    { calls: [{}], answer: ALL_FILES },
    { calls: [{ base_ref: "HEAD~1", head_ref: "HEAD", component: "all" }], answer: ALL_FILES },
  ],
  "two-files": twice(
    { max_changed_files: 2 },
    `${TWO_FILES}. The list was cut: there are five files, and next_cursor gives the rest.`,
  ),
};

function twice(call: Readonly<Record<string, unknown>>, answer: string): readonly [Behavior, Behavior] {
  return [
    { calls: [call], answer },
    { calls: [call], answer },
  ];
}
