import type { CallsFrame, CatalogFrame, CellEvent, EndFrame, Limits } from "../../protocol/index.ts";

/** A session as runtimes need to know it. */
export interface SessionLink {
  /** Unique within the host. */
  readonly number: number;
  readonly isolation: "cell" | "session";
  /** Whether calls tell where in the source they were made. */
  readonly callSites: boolean;
  readonly limits: Limits;
  /** Stored values changed after a revision, with the revision they bring a lane to. */
  readonly storedSince: (revision: number) => {
    readonly revision: number;
    readonly changes: readonly (readonly [key: string, json: string])[];
  };
}

/** Why a cell's runtime went away under it. */
export type LossReason = "crashed" | "memory" | "cpu" | "lost";

/** What the pool asks of the cell it runs. Calls arrive in order, and none after `ended` or `failed`. */
export interface CellClient {
  readonly session: SessionLink;
  readonly catalog: CatalogFrame;
  readonly source: string;
  /** A runtime has taken the cell; `again` says that an earlier one was lost before the cell had called a tool. */
  readonly onStarted: (again: boolean) => void;
  readonly onEvents: (events: readonly CellEvent[]) => void;
  readonly onCalls: (frame: CallsFrame) => void;
  readonly onYielded: () => void;
  readonly onEnd: (frame: EndFrame) => void;
  /** The runtime is gone. `detail` says what is known about it, in a sentence; see `memoryPeakBytes` of an outcome. */
  readonly onLost: (reason: LossReason, detail: string, memoryPeakBytes: number) => void;
  /** No runtime can be had at all. */
  readonly onUnavailable: (cause: Error) => void;
}

/** One attempt to run a cell on a lane. A cell whose runtime is lost before it called a tool gets another one. */
export interface Attempt {
  readonly id: number;
  readonly client: CellClient;
  /** Runs the cell anew in another attempt; after a loss in a process of its own. */
  readonly restart: (afterLoss: boolean) => void;
  /** Waiting in line since, in performance.now() time. */
  readonly queuedAt: number;
  /** Earlier attempts whose runtime was lost. */
  readonly losses: number;
  sentAt: number;
  /** Most bytes that its process was seen to have grown by while nothing else was in it. */
  processGrowthBytes: number;
  /** The lane has answered a ping that was sent after the cell. */
  started: boolean;
  calledTool: boolean;
  /** When calls last came from it, and when all were last answered, in performance.now() time; 0 before. */
  calledAt: number;
  answeredAt: number;
  /** Calls that have come and are not answered yet. */
  unanswered: number;
  /** How many times all that had come were answered. */
  timesAnswered: number;
}
