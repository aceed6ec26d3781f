import type { CellError } from "../outcome.ts";
import type { LossReason } from "../pool/attempt.ts";

/** How a cell ended, for events. */
export interface CellEnding {
  readonly status: "completed" | "failed" | "terminated";
  readonly code?: string;
  readonly calls: number;
  readonly cpuMs: number;
}

/** How a cell ended, with what went wrong. */
export type Ending =
  | { readonly status: "completed" | "terminated" }
  | { readonly status: "failed"; readonly error: CellError };

/** What the caller is told of a cell that was run anew. */
export const RUN_AGAIN = "The runtime process was lost before the script had called a tool; the script was run again.";

/** What is told of a cell whose runtime went away under it. */
export function lossText(reason: LossReason, detail: string, made: number): string {
  switch (reason) {
    case "crashed":
      return `The script took its runtime process down: ${detail}.`;
    case "memory":
      return `The script used too much memory: ${detail}.`;
    case "cpu":
      return `The script was stopped: ${detail}.`;
    case "lost":
      return `The script was lost: ${detail}. It had made ${made} call${made === 1 ? "" : "s"}, which may have taken effect; check before running it again.`;
  }
}
