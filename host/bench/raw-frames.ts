/** Asks a child to make isolates for a time. */
export interface RawRequest {
  readonly durationMs: number;
}

/** What it made: one latency for each isolate. */
export interface RawResult {
  readonly elapsedMs: number;
  readonly latenciesMs: readonly number[];
}
