import type { Mismatch } from "../matchers/matcher.ts";
import type { Measure, Variant } from "../suite/suite.ts";
import type { Origin, Reading } from "../trajectory/trajectory.ts";

/** Which run of a suite it is. */
export interface RunKey {
  readonly task: string;
  readonly variant: Variant;
  /** From 1. */
  readonly repetition: number;
}

/** What came of one measure. `unknown`: the trajectory does not hold what it looks at, or it could not be decided. */
export interface Verdict {
  readonly verdict: "pass" | "fail" | "unknown";
  readonly mismatches: readonly Mismatch[];
}

/** What a run took. Null: the trajectory does not tell. */
export interface Figures {
  /** Calls of tools. */
  readonly calls: number;
  /** Things that an agent did with tools of its own, such as shell commands. */
  readonly commands: number;
  readonly failedCalls: number;
  /** Calls of a tool whose call before had failed. */
  readonly retries: number;
  /** Tokens of all results of tools, roughly. */
  readonly resultTokens: number | null;
  /** Milliseconds of all calls of tools. */
  readonly callMs: number | null;
  readonly ms: number | null;
  readonly rounds: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** A run that was measured. */
export interface MeasuredRun extends RunKey {
  readonly status: "measured";
  readonly origin: Origin;
  /** Where its raw trajectory is, relative to the folder of the evaluation. */
  readonly file: string;
  /** Null for what the task says nothing about. */
  readonly measures: Readonly<Record<Measure, Verdict | null>>;
  /** Whether all measures that count passed. `unknown`: none failed, but one is not known. */
  readonly passed: Verdict["verdict"];
  readonly figures: Figures;
  readonly answer: string | null;
  readonly end: string | null;
  /** What could not be read of its file. */
  readonly reading: Reading;
}

/** A run without a trajectory, and why. */
export interface MissingRun extends RunKey {
  readonly status: "missing";
  readonly reason: string;
}

export type Run = MeasuredRun | MissingRun;
