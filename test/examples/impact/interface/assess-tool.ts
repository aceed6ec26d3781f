import { defineTool } from "../../../../tools/index.ts";
import type { JsonSchema, ToolExecutor } from "../../../../tools/index.ts";
import { assessChangeImpact } from "../assess/assess.ts";
import { FOCUSES } from "../assess/types.ts";
import type { Assessment, AssessmentError, AssessRequest } from "../assess/types.ts";
import { Repository } from "../git/repository.ts";
import { FAILURE_SCHEMA, failureAnswer } from "./failure-answer.ts";
import { SEVERITIES } from "../rules/rules.ts";

/** What both tools are: they look at Git's objects in one folder and nothing else. */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const DEFAULT_FILES = 100;
const MAX_FILES = 200;

const text = { type: "string" };
const texts = { type: "array", items: text };

function object(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): Record<string, unknown> {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

const changedFile = object(
  {
    path: text,
    old_path: { ...text, description: "Where it was before, if it was moved." },
    change: { enum: ["added", "modified", "deleted", "renamed", "mode_changed", "type_changed"] },
    kind: { enum: ["text", "binary", "symlink", "submodule"] },
    components: texts,
    owners: { ...texts, description: "Empty when nobody owns the file." },
  },
  ["old_path"],
);

const OUTPUT: JsonSchema = {
  oneOf: [
    object({
      status: { enum: ["complete", "partial"] },
      base_commit: text,
      head_commit: text,
      changed_files: { type: "array", items: changedFile, maxItems: MAX_FILES },
      total_changed_files: { type: "integer", minimum: 0 },
      components: texts,
      owners: texts,
      required_checks: { type: "array", items: object({ command: text, reason: text, component: text }) },
      risks: {
        type: "array",
        items: object({
          code: text,
          severity: { enum: SEVERITIES },
          evidence: texts,
          evidence_count: { type: "integer", minimum: 1 },
          reason: text,
          next_check: text,
        }),
      },
      truncated: { type: "boolean" },
      next_cursor: { type: ["string", "null"] },
      notes: { ...texts, description: "What could not be looked at." },
      summary: text,
    }),
    FAILURE_SCHEMA,
  ],
  type: "object",
};

/** The schema of the arguments; the components are those of the repository. */
export function assessInput(components: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: {
      base_ref: {
        ...text,
        default: "HEAD~1",
        maxLength: 256,
        description: "Git revision to compare with: a branch, tag, commit id, or one of them with ~N.",
      },
      head_ref: { ...text, default: "HEAD", maxLength: 256, description: "Git revision that is assessed." },
      component: {
        enum: ["all", ...components],
        default: "all",
        description:
          "Part of the repository to look at; the tool knows its paths. list_impact_components describes them.",
      },
      focus: {
        enum: FOCUSES,
        default: "all",
        description:
          "What to answer: checks to run (tests), who owns the files (owners), what could go wrong (release_risk), or all of it.",
      },
      path_filters: {
        ...texts,
        default: [],
        maxItems: 50,
        description:
          "Advanced: only files that match one of these globs, relative to the repository's root. Prefer component.",
      },
      max_changed_files: {
        type: "integer",
        minimum: 1,
        maximum: MAX_FILES,
        default: DEFAULT_FILES,
        description: "Most files in one answer. If there are more, truncated is true and next_cursor gives the rest.",
      },
      cursor: {
        ...text,
        maxLength: 64,
        description: "next_cursor of the answer before; repeat the other arguments unchanged.",
      },
    },
    additionalProperties: false,
  };
}

/** Runs a request and turns failures that a caller can act on into answers. */
export async function answerRequest(folder: string, request: AssessRequest): Promise<Assessment | AssessmentError> {
  try {
    return await assessChangeImpact(await Repository.open(folder), request);
  } catch (error) {
    return failureAnswer(error);
  }
}

/** `assess_change_impact` over the repository that a folder is in. */
export function createAssessTool(folder: string, components: readonly string[]): ToolExecutor {
  return defineTool<Partial<AssessRequest>>({
    name: "assess_change_impact",
    description:
      "Tells what the changes between two Git revisions affect: changed files with their owners, components, checks to run and " +
      "risks. Use it before a review or release, or to find whom to ask. It runs no check and changes nothing; at most " +
      `${MAX_FILES} files an answer, ${DEFAULT_FILES} unless told otherwise.`,
    inputSchema: assessInput(components),
    outputSchema: OUTPUT,
    annotations: { title: "Assess change impact", ...READ_ONLY },
    parallel: true,
    handler: (input) => answerRequest(folder, withDefaults(input)),
  });
}

/** A whole request from what of it was given. */
export function withDefaults(input: Partial<AssessRequest>): AssessRequest {
  const defaults = {
    base_ref: "HEAD~1",
    head_ref: "HEAD",
    component: "all",
    focus: "all",
    path_filters: [],
    max_changed_files: DEFAULT_FILES,
  } as const;
  return { ...defaults, ...input };
}
