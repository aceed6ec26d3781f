import type { OutcomeErrorCode } from "./errors.ts";
import type { Limits } from "./limits.ts";

/**
 * Frames between a host and one lane (worker thread) of a runtime process. A lane has a connection of its own.
 *
 * A *payload* is JSON text made once by whoever has the value and parsed once by whoever needs it. Payloads of one
 * batch travel joined in one string; `lengths` are their lengths in UTF-16 code units, in order.
 * A `cell` is the host's number for one attempt to run a cell; it is never used twice on any connection.
 */
export const PROTOCOL_VERSION = 1;

/** Capabilities of this version: none are optional yet, the field keeps room for them. */
export const CAPABILITIES: readonly string[] = ["batches", "sessions", "catalogs"];

/** First frame of a connection, and the only one accepted before `connection/ready`. */
export interface HelloFrame {
  readonly type: "connection/hello";
  readonly versions: readonly number[];
  readonly capabilities: readonly string[];
  /** Memory limit, in MB, of the isolates made ahead of need. */
  readonly memoryMb: number;
  /** How many isolates to keep ready. */
  readonly warmIsolates: number;
  /** Whether a cell that is alone on this lane may run on the lane's own thread. */
  readonly inline: boolean;
}
/** Asks for a `connection/pong`; a lane whose thread is busy does not answer until it is free. */
export interface PingFrame {
  readonly type: "connection/ping";
  readonly nonce: number;
}
export interface SessionOpenFrame {
  readonly type: "session/open";
  readonly session: number;
  /** `session` keeps the session's isolate and gives each cell a fresh context in it. */
  readonly isolation: "cell" | "session";
  readonly limits: Limits;
  /** Whether its cells tell where in their source a call was made; absent means no. */
  readonly callSites?: boolean;
}
export interface SessionCloseFrame {
  readonly type: "session/close";
  readonly session: number;
}
/** Stored values for cells that are executed later, where there are too many for the frame that executes them. */
export interface SessionStoreFrame {
  readonly type: "session/store";
  readonly session: number;
  readonly stored: readonly (readonly [key: string, json: string])[];
}
/** Tools that cells may call, sent once per revision. */
export interface CatalogFrame {
  readonly type: "catalog/define";
  readonly revision: number;
  /** Identifier on `tools` and description, in the order in which a script sees them. A call names a tool by index. */
  readonly tools: readonly (readonly [name: string, description: string])[];
}
export interface CatalogForgetFrame {
  readonly type: "catalog/forget";
  readonly revision: number;
}
export interface ExecuteFrame {
  readonly type: "cell/execute";
  readonly cell: number;
  readonly session: number;
  readonly catalog: number;
  readonly source: string;
  /** Stored values this connection has not seen yet: key and JSON text. */
  readonly stored: readonly (readonly [key: string, json: string])[];
}
/** Answers to calls, in the order in which they are to be delivered. */
export interface ResultsFrame {
  readonly type: "cell/results";
  readonly cell: number;
  /** Call numbers, counted from 0 in the order in which the cell made its calls. */
  readonly calls: readonly number[];
  /** How each one ended: the payload is a value, or an error text, or `{ code, message }` where a limit was met. */
  readonly ok: readonly boolean[];
  readonly lengths: readonly number[];
  readonly payload: string;
  /** No other cell is under way, and the thread had better stay awake for what comes next. So does the host. */
  readonly alone?: boolean;
}
/** Asks for a `cell/yielded` once everything the cell has emitted so far is on its way. */
export interface YieldFrame {
  readonly type: "cell/yield";
  readonly cell: number;
}
export interface TerminateFrame {
  readonly type: "cell/terminate";
  readonly cell: number;
}
/** Frames from host to runtime. */
export type HostFrame =
  | HelloFrame
  | PingFrame
  | SessionOpenFrame
  | SessionCloseFrame
  | SessionStoreFrame
  | CatalogFrame
  | CatalogForgetFrame
  | ExecuteFrame
  | ResultsFrame
  | YieldFrame
  | TerminateFrame;

export interface ReadyFrame {
  readonly type: "connection/ready";
  readonly version: number;
  readonly capabilities: readonly string[];
}
/** The runtime refuses the connection and ends. */
export interface RejectedFrame {
  readonly type: "connection/rejected";
  readonly reason: string;
}
export interface PongFrame {
  readonly type: "connection/pong";
  readonly nonce: number;
  /** Cells whose code is running right now, not waiting. */
  readonly running: readonly number[];
  /** Cells that were not begun because others are before them; absent when there are none. */
  readonly waiting?: readonly number[];
}
/** What a cell emits, one tuple an event, in the order in which it happened. */
export type CellEvent =
  | readonly ["text", string]
  /** URL and detail. */
  | readonly ["image", string, string]
  | readonly ["audio", string]
  | readonly ["notify", string]
  /** The script asks that whoever observes the cell is answered now. */
  | readonly ["yield"]
  /** Output was cut: bytes left out so far. */
  | readonly ["cut", number];
export interface EventsFrame {
  readonly type: "cell/events";
  readonly cell: number;
  readonly events: readonly CellEvent[];
}
/** Calls made in one turn of the cell. Their numbers follow on from the last batch. */
export interface CallsFrame {
  readonly type: "cell/calls";
  readonly cell: number;
  /** Index in the catalog, one a call. */
  readonly tools: readonly number[];
  /** Payload length, one a call; 0 means that no argument was given. */
  readonly lengths: readonly number[];
  readonly payload: string;
  /** Line and column of each call, counted from 1 in the source; both 0 where unknown. Present where the session asks. */
  readonly sites?: readonly number[];
}
export interface YieldedFrame {
  readonly type: "cell/yielded";
  readonly cell: number;
}
/** An error as the runtime reports it. Line and column count from 1 in the text that was executed. */
export interface WireError {
  readonly code: OutcomeErrorCode;
  readonly message: string;
  readonly stack?: string;
  readonly line?: number;
  readonly column?: number;
}
export interface EndFrame {
  readonly type: "cell/end";
  readonly cell: number;
  readonly error: WireError | null;
  /** Values to merge into the session's store: key and JSON text. */
  readonly stored: readonly (readonly [key: string, json: string])[];
  readonly cpuMicros: number;
  /** Most that the isolate's heap and buffers were seen to take. */
  readonly memoryBytes: number;
  /** Calls that were still waiting for their turn when the script ended, and were never sent. */
  readonly unsent: number;
}
/** A cell that was told to end does not: only ending the process stops it. */
export interface StuckFrame {
  readonly type: "cell/stuck";
  readonly cell: number;
}
/** Frames from runtime to host. */
export type RuntimeFrame =
  | ReadyFrame
  | RejectedFrame
  | PongFrame
  | EventsFrame
  | CallsFrame
  | YieldedFrame
  | EndFrame
  | StuckFrame;

/** Any frame. */
export type Frame = HostFrame | RuntimeFrame;
