/** How much a risk matters, the worst last. */
export const SEVERITIES = ["low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A check that somebody should run because of a change; nothing here runs it. */
export interface Check {
  readonly command: string;
  readonly reason: string;
}

/** What a change of a component may break. */
export interface RiskRule {
  readonly code: string;
  readonly severity: Severity;
  readonly reason: string;
  readonly nextCheck: string;
}

/** A part of a repository that is assessed as one: which paths it has, and what a change of them calls for. */
export interface Component {
  readonly name: string;
  readonly description: string;
  readonly paths: readonly string[];
  readonly risk?: RiskRule;
  readonly checks: readonly Check[];
}

/** Components of a repository that says nothing else. Only those that have files in it count. */
export const DEFAULT_COMPONENTS: readonly Component[] = [
  {
    name: "authentication",
    description: "Who may sign in, and as whom",
    paths: ["backend/auth/**"],
    risk: {
      code: "AUTH_BOUNDARY",
      severity: "high",
      reason: "A mistake here lets the wrong people in, or keeps the right ones out.",
      nextCheck: "Run the authentication tests, and have an owner of the boundary read the change.",
    },
    checks: [
      { command: "uv run pytest backend/tests/auth", reason: "authentication tests" },
      { command: "uv run pytest backend/tests", reason: "backend tests" },
    ],
  },
  {
    name: "database_migration",
    description: "Changes of the database's structure",
    paths: ["backend/db/migrations/**"],
    risk: {
      code: "DATABASE_MIGRATION",
      severity: "high",
      reason: "It changes data that are there, and a release that is rolled back meets the new structure.",
      nextCheck: "Run the migration up and down on a copy of the data.",
    },
    checks: [
      { command: "uv run alembic upgrade head", reason: "the migration applies" },
      { command: "uv run alembic downgrade -1", reason: "the migration can be taken back" },
    ],
  },
  {
    name: "api_contract",
    description: "What clients of the interface rely on",
    paths: ["backend/openapi/**"],
    risk: {
      code: "API_CONTRACT",
      severity: "medium",
      reason: "Clients are built against it, and its documentation is made from it.",
      nextCheck: "Export the interface again and look at what changes in its documentation.",
    },
    checks: [
      { command: "git diff --exit-code docs/openapi", reason: "the documentation is what the interface says" },
      { command: "uv run python scripts/export_openapi.py", reason: "the interface is exported anew" },
    ],
  },
  {
    name: "frontend",
    description: "What users see in their browser",
    paths: ["frontend/**"],
    checks: [
      { command: "npm --prefix frontend test", reason: "unit tests" },
      { command: "npm --prefix frontend run build", reason: "the build" },
      { command: "npm --prefix frontend run test:e2e -- login", reason: "a user can still log in, end to end" },
    ],
  },
  {
    name: "release_workflow",
    description: "How a release is built and deployed",
    paths: [".github/workflows/**"],
    risk: {
      code: "RELEASE_WORKFLOW",
      severity: "high",
      reason: "It decides what is deployed and with which rights, and is only seen to work when it runs.",
      nextCheck: "Check the workflow's text, then watch one deployment to a place that does not matter.",
    },
    checks: [
      { command: "actionlint", reason: "the workflow is well-formed" },
      { command: "gh workflow run deploy.yml -f environment=staging", reason: "a deployment goes through" },
    ],
  },
];
