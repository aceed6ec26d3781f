/** How a trajectory came about. `constructed` ones were written to show something, and are no evidence about a model. */
export const ORIGINS = ["recorded", "constructed", "live", "script", "unknown"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Why a run ended. */
export const END_REASONS = ["answered", "rounds", "tokens", "timeout", "stopped", "error"] as const;
export type EndReason = (typeof END_REASONS)[number];

/** One call of a tool, or a command that an agent ran by its own means. */
export interface TrajectoryCall {
  readonly id: string;
  readonly kind: "tool" | "command";
  /** Empty for the default namespace. */
  readonly namespace: string;
  readonly name: string;
  /** Whether a script made it. */
  readonly nested: boolean;
  /** Absent where they were not recorded. */
  readonly arguments?: unknown;
  /** `unanswered`: the record ends before its result. */
  readonly outcome: "ok" | "failed" | "unanswered";
  /** Data of a call that succeeded: its structured content, else the JSON in its text, else the text. Absent: not recorded. */
  readonly result?: unknown;
  /** What the model was told of a call that failed. */
  readonly error?: string;
  /** Tokens of what the model was given for it, roughly. Absent: not known. */
  readonly tokens?: number;
  /** Milliseconds until its result. */
  readonly ms?: number;
}

/** What a model did with one task. */
export interface Trajectory {
  readonly origin: Origin;
  readonly model?: string;
  readonly calls: readonly TrajectoryCall[];
  /** The text of the last message; null where there is none. Absent: a record that holds no texts. */
  readonly answer?: string | null;
  readonly end: { readonly reason: EndReason; readonly message?: string } | null;
  /** As the model's API counted them. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  /** Requests to the model; null where it is not known. */
  readonly rounds: number | null;
  readonly ms: number | null;
  readonly reading: Reading;
}

/** What was read of a file, and what could not be. */
export interface Reading {
  readonly lines: number;
  /** Lines that could not be read, in all. */
  readonly skipped: number;
  /** The first of them. */
  readonly problems: readonly { readonly number: number; readonly problem: string }[];
  /** Events that this version knows nothing about, by type. They are in the raw file. */
  readonly unknown: Readonly<Record<string, number>>;
}

/** A call's full name. */
export function fullName({ namespace, name }: Pick<TrajectoryCall, "namespace" | "name">): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}
