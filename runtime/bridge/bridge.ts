import { MAX_PAYLOAD_BYTES } from "../../protocol/index.ts";
import type { CallsFrame, CellEvent } from "../../protocol/index.ts";
import type { LaneCell } from "../lane/cell/lane-cell.ts";
import { isShortWav, SHORT_WAV_TEXT } from "./short-wav.ts";
import { answerUrl } from "./url-answers.ts";

/** What the bridge needs of its lane. */
export interface BridgeSinks {
  readonly event: (cell: LaneCell, event: CellEvent) => void;
  readonly calls: (cell: LaneCell, batch: Omit<CallsFrame, "type" | "cell">) => void;
  /** Code of the globals that are made on demand. */
  readonly webSource: string;
  readonly timer: (cell: LaneCell, timer: number, delayMs: number) => void;
}

/**
 * Answers one bridge call of a cell's prelude. What it throws would be copied into the isolate with our stack, so
 * whoever installs it catches everything.
 */
export function answerBridge(
  cell: LaneCell,
  operation: string,
  a: string | number,
  b: string,
  c: string,
  d: string,
  sinks: BridgeSinks,
): string | number | boolean | undefined {
  switch (operation) {
    case "audio":
      return isShortWav(String(a))
        ? emitWithin(cell, "text", SHORT_WAV_TEXT, "", sinks)
        : emitWithin(cell, operation, String(a), "", sinks);
    case "text":
    case "image":
    case "notify":
      return emitWithin(cell, operation, String(a), b, sinks);
    case "yield":
      sinks.event(cell, ["yield"]);
      return undefined;
    case "call":
      sinks.calls(cell, { tools: [Number(a)], lengths: [b.length], payload: b, ...sitesOf(c) });
      return undefined;
    case "calls":
      sinks.calls(cell, { tools: numbers(String(a)), lengths: numbers(b), payload: c, ...sitesOf(d) });
      return undefined;
    case "timer":
      sinks.timer(cell, Number(a), Number(b));
      return undefined;
    case "untimer":
      clearTimeout(cell.timers.get(Number(a)));
      cell.timers.delete(Number(a));
      return undefined;
    case "done":
      cell.done ??= { code: String(a), message: b };
      return undefined;
    case "measure":
      cell.measureMemory();
      return undefined;
    case "exit":
      cell.exited = String(a);
      cell.ready.isolate.dispose();
      return undefined;
    case "load":
      return cell.stored.get(String(a));
    case "tool":
      return cell.catalog.indexOf(String(a));
    case "names":
      return cell.catalog.names();
    case "listing":
      return cell.catalog.listing();
    case "web":
      return sinks.webSource;
    case "url":
      return answerUrl(String(a));
    default:
      return undefined;
  }
}

/** Numbers that the prelude has joined with commas. */
function numbers(joined: string): number[] {
  return JSON.parse(`[${joined}]`) as number[];
}

function sitesOf(joined: string): { readonly sites?: number[] } {
  return joined === "" ? {} : { sites: numbers(joined) };
}

/**
 * Passes on as much as the output limit allows; false tells the prelude that there is no more room, a number how many
 * bytes the value has, because that is more than a frame carries and nothing was passed on.
 */
function emitWithin(
  cell: LaneCell,
  kind: "text" | "image" | "audio" | "notify",
  value: string,
  detail: string,
  sinks: BridgeSinks,
): boolean | number {
  const bytes = Buffer.byteLength(value);
  if (Math.min(bytes, cell.outputLeft) > MAX_PAYLOAD_BYTES) return bytes;
  let fitting = value;
  if (bytes > cell.outputLeft) {
    // Half an image is no image; of a text, as much as fits.
    fitting = kind === "text" ? cutToBytes(value, cell.outputLeft) : "";
    cell.cutBytes += bytes - Buffer.byteLength(fitting);
    cell.outputLeft = 0;
    if (fitting === "") return false;
  } else {
    cell.outputLeft -= bytes;
  }
  sinks.event(cell, kind === "image" ? [kind, fitting, detail] : [kind, fitting]);
  return fitting === value;
}

function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes));
  let end = Math.min(bytes.length, maxBytes);
  // Back to the start of a character: continuation bytes are 10xxxxxx.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
