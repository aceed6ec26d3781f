import type { Check, Severity } from "../rules/rules.ts";

/** What of an assessment is wanted: everything, checks to run, owners to ask, or risks of a release. */
export const FOCUSES = ["all", "tests", "owners", "release_risk"] as const;
export type Focus = (typeof FOCUSES)[number];

/** What is to be assessed. */
export interface AssessRequest {
  readonly base_ref: string;
  readonly head_ref: string;
  /** A component's name, or `all`. */
  readonly component: string;
  readonly focus: Focus;
  /** Patterns of paths; empty for all paths. */
  readonly path_filters: readonly string[];
  /** Files in one answer, 1 to 200. */
  readonly max_changed_files: number;
  /** `next_cursor` of the answer before. */
  readonly cursor?: string;
}

/** One file that differs between the two revisions. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before, if it was moved. */
  readonly old_path?: string;
  readonly change: "added" | "modified" | "deleted" | "renamed" | "mode_changed" | "type_changed";
  readonly kind: "text" | "binary" | "symlink" | "submodule";
  readonly components: readonly string[];
  /** Empty when nobody owns it, or when owners were not asked for. */
  readonly owners: readonly string[];
}

/** A reason to be careful. */
export interface Risk {
  readonly code: string;
  readonly severity: Severity;
  /** Some of the paths that it was found by, at most five. */
  readonly evidence: readonly string[];
  readonly evidence_count: number;
  readonly reason: string;
  readonly next_check: string;
}

/** A check, and which component asks for it. */
export interface RequiredCheck extends Check {
  readonly component: string;
}

/** An assessment. `partial`: there is more to ask for, or something could not be looked at, which `notes` tells. */
export interface Assessment {
  readonly status: "complete" | "partial";
  readonly base_commit: string;
  readonly head_commit: string;
  /** Sorted by path. */
  readonly changed_files: readonly ChangedFile[];
  /** Files that the request is about, in this answer or not. */
  readonly total_changed_files: number;
  /** Those that have changed files. */
  readonly components: readonly string[];
  /** Of all files that the request is about, each once. */
  readonly owners: readonly string[];
  readonly required_checks: readonly RequiredCheck[];
  readonly risks: readonly Risk[];
  readonly truncated: boolean;
  /** Null when there is no more. */
  readonly next_cursor: string | null;
  readonly notes: readonly string[];
  readonly summary: string;
}

/** An assessment that could not be made. */
export interface AssessmentError {
  readonly status: "error";
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly hint: string;
}
