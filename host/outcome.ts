import type { OutcomeErrorCode } from "../protocol/index.ts";
import type { CallSite, ContentItem } from "../tools/index.ts";

/** What went wrong in a cell. Line and column count from 1 in the text that was submitted. */
export interface CellError {
  readonly code: OutcomeErrorCode;
  /** What a model reads after `Script error:`. */
  readonly message: string;
  readonly stack?: string;
  readonly line?: number;
  readonly column?: number;
  /** What to use instead of a global that does not exist here. */
  readonly hint?: string;
  /** The lines around the position, with a marker under the column. */
  readonly excerpt?: string;
}

/** One nested call in a cell's ledger. */
export interface CallRecord {
  /** Call id as handlers and hooks see it. */
  readonly callId: string;
  readonly namespace: string;
  readonly name: string;
  /** First 16 hexadecimal digits of the SHA-256 of the arguments' JSON text. */
  readonly argumentsDigest: string;
  /** Where in the script it was made: told where the host has hooks or somebody to ask. */
  readonly site?: CallSite;
  readonly outcome: "pending" | "succeeded" | "failed" | "cancelled";
  /** Milliseconds after the start of the cell at which the call arrived. */
  readonly startedAtMs: number;
  /** Milliseconds from its arrival to its end; absent while it is pending. */
  readonly durationMs?: number;
  /** How often the handler was called: 0 when it never was, more than 1 after retries. Absent while it is pending. */
  readonly attempts?: number;
}

/** Times of a cell in milliseconds. */
export interface CellTiming {
  /** From submission until a runtime took the cell. */
  readonly queuedMs: number;
  /** Time the script's own code ran. 0 until the cell has ended. */
  readonly cpuMs: number;
  /** From submission to this answer. */
  readonly wallMs: number;
}

/** The answer of `run`, `wait` and `terminate`: always all fields, whatever happened. */
export interface Outcome {
  readonly status: "completed" | "failed" | "yielded" | "terminated";
  readonly cellId: string;
  /** What is new since the last answer. */
  readonly content: readonly ContentItem[];
  /** Present exactly when `status` is `failed`. */
  readonly error?: CellError;
  /** Every nested call so far, in the order in which the script made them. */
  readonly calls: readonly CallRecord[];
  readonly timing: CellTiming;
  /**
   * Most memory that the cell was seen to take, in bytes; 0 until it has ended.
   *
   * It is the size of its isolate's heap and buffers, garbage included, looked at when the script stands still (at most
   * every 2 ms), when it calls `exit`, and at the end: what a script takes and gives back within one turn is not seen. With
   * `isolation: "session"` it is that of the isolate, which holds what earlier cells left. A cell that was stopped for
   * `memoryMb` has at least that. Of a cell that was terminated, stopped for `wallMs` or `idleMs`, or lost with its
   * process, the runtime says nothing: it is then what that process grew by while the cell was alone in it (Linux, looked at
   * every 25 ms), and 0 if it never was.
   */
  readonly memoryPeakBytes: number;
  /** What the caller should know: cut output, calls nobody waited for, a cell that was run again. */
  readonly warnings: readonly string[];
}
