/** What a check found out about one part. */
export interface Finding {
  /** The part, in a word or a few. */
  readonly part: string;
  /** `warning`: something is missing that is needed for some tools alone. `failed`: what was configured does not work. */
  readonly status: "ok" | "warning" | "failed";
  /** What is there, or what is wrong. */
  readonly detail: string;
  /** What to do about it; absent where nothing has to be done. */
  readonly advice?: string;
  /** Milliseconds it took. */
  readonly ms: number;
}

/** A finding as its check words it. */
export type Found = Omit<Finding, "ms">;

/** One thing to look at. */
export interface Check {
  /** What the finding is called where the check itself fails. */
  readonly part: string;
  /** Milliseconds after which it is given up. Default 15,000. */
  readonly timeoutMs?: number;
  /** Ends soon after its signal fires, and leaves nothing behind. What it throws is a failed finding. */
  readonly run: (signal: AbortSignal) => Promise<readonly Found[]>;
}
