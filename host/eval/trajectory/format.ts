import { approximateTokens } from "../../../tools/index.ts";
import { MAX_LINE_BYTES } from "../../trace/format.ts";
import type { EndReason, Origin } from "./trajectory.ts";

/** Version of the lines below. Readers refuse files with a larger one. */
export const TRAJECTORY_FORMAT = 1;

/**
 * A line of a trajectory file. The header is the first; then come, in the order in which they happened, what the model
 * said, calls and their results, tokens, and the end. Times are milliseconds.
 */
export type TrajectoryLine =
  | {
      readonly type: "trajectory/header";
      readonly format: number;
      readonly origin: Origin;
      readonly task?: string;
      readonly variant?: string;
      readonly repetition?: number;
      readonly model?: string;
      /** How it came about, in words. */
      readonly note?: string;
    }
  /** A request to the model begins. */
  | { readonly type: "round" }
  /** A text of the model's; the last one is its answer. */
  | { readonly type: "message"; readonly text: string }
  | {
      readonly type: "call";
      readonly id: string;
      readonly namespace?: string;
      readonly name: string;
      /** A script made the call. */
      readonly nested?: true;
      /** JSON; a text where they were none. */
      readonly arguments?: unknown;
    }
  | {
      readonly type: "result";
      readonly id: string;
      readonly ok: boolean;
      /** The tool's own result: MCP's object, or any JSON. Absent where only the text is known, or where it is too long. */
      readonly value?: unknown;
      /** What the model was given. */
      readonly text?: string;
      /** Tokens of that, roughly, where the text was cut. */
      readonly tokens?: number;
      readonly ms?: number;
    }
  | { readonly type: "usage"; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: "end"; readonly reason: EndReason; readonly message?: string; readonly ms?: number };

/** What is left of a text in a line that would be too long for readers. */
const CUT_TEXT = 100_000;
const ROOM = MAX_LINE_BYTES - 1024;

/** A line with its end. A result that is longer than readers take loses its value and most of its text, not its size. */
export function encodeTrajectoryLine(line: TrajectoryLine): string {
  const json = JSON.stringify(line);
  if (Buffer.byteLength(json) <= ROOM) return `${json}\n`;
  if (line.type === "result") {
    const { value: _, text = "", ...rest } = line;
    return `${JSON.stringify({ ...rest, tokens: approximateTokens(text), text: text.slice(0, CUT_TEXT) })}\n`;
  }
  if (line.type === "message") return `${JSON.stringify({ ...line, text: line.text.slice(0, CUT_TEXT) })}\n`;
  if (line.type === "call") {
    const { arguments: _, ...rest } = line;
    return `${JSON.stringify(rest)}\n`;
  }
  return `${json}\n`;
}
