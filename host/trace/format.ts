import type { HostEvent } from "../events/events.ts";

/** Version of the lines below. Readers refuse files with a larger one. */
export const TRACE_FORMAT = 1;

/** First line of a trace file. */
export interface TraceHeader {
  readonly type: "trace/header";
  readonly format: number;
  /** Version of isocell. */
  readonly version: string;
  readonly pid: number;
  /** Milliseconds since 1970 at which the times of all lines (`at`) are 0. */
  readonly timeOrigin: number;
  readonly at: number;
}

/** Stands where events are missing, because they came faster than the disk took them. */
interface TraceDropped {
  readonly type: "trace/dropped";
  readonly at: number;
  readonly events: number;
}

/** What a line of a trace file holds, as JSON. */
export type TraceLine = TraceHeader | TraceDropped | HostEvent;

/** Longest line that readers take, in bytes. Writers stay far below. */
export const MAX_LINE_BYTES = 1_048_576;
