import type { CallSource, ToolKind, ToolProgress, ToolResult } from "../../tools/index.ts";
import type { Cancellation } from "./cancellation.ts";

/** A call as it enters the pipeline, made by a model or by a script. */
export interface ToolCall {
  readonly callId: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: ToolKind;
  /** A JSON value for function tools, a text for custom ones. */
  readonly input: unknown;
  /** What is wrong with the text that the input was to be read from, for the model; null where it was read. */
  readonly problem: string | null;
  /** The input as it came: events tell its size. */
  readonly inputText: string;
  readonly source: CallSource;
  readonly signal: AbortSignal;
  /** Tells when the caller no longer waits: a handler that ignores its signal must not hold the gate for ever. */
  readonly cancellation: Cancellation | null;
  /** Milliseconds after which this call fails, besides the tool's own deadline. */
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
}

interface Ended {
  /** The handler's own running time, pauses between attempts left out. */
  readonly handlerMs: number;
  readonly attempts: number;
  /** What hooks want the model to know besides. */
  readonly context: readonly string[];
}

/**
 * How a call ended. What `failed`, `denied` and `cancelled` calls say is for the model: it reads the text and goes on. A
 * `fatal` one was a mistake of the program that made the call.
 */
export type Dispatched = Ended &
  (
    | { readonly status: "succeeded"; readonly result: ToolResult; readonly replaced: string | null }
    | { readonly status: "failed" | "denied" | "cancelled" | "fatal"; readonly message: string }
  );

/** Waits for something as long as the caller waits, too. */
export function unlessCancelled<T>({ cancellation }: ToolCall, work: T | Promise<T>): T | Promise<T> {
  return cancellation === null ? work : cancellation.unless(work);
}

/** The text of whatever was thrown or given as a reason. Never throws. */
export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message;
    return String(error);
  } catch {
    return "The tool failed with something that cannot be shown.";
  }
}
