import { IsocellError } from "../../protocol/index.ts";
import { visible } from "../events/visible.ts";
import { checkLine } from "./check-line.ts";
import { MAX_LINE_BYTES, TRACE_FORMAT } from "./format.ts";
import type { TraceLine } from "./format.ts";
import { readLines } from "./line-reader.ts";
import type { ReadLine } from "./line-reader.ts";

/** What is told of a line that was skipped. */
export interface SkippedLine {
  readonly number: number;
  readonly problem: string;
}

/** What becomes of a trace's lines, in order. */
export interface TraceReceiver {
  /** A promise is waited for before the next line. */
  readonly line: (line: TraceLine) => Promise<void> | undefined;
  readonly skipped: (line: SkippedLine) => void;
}

/**
 * Reads a trace file, a line at a time. Lines that are no event are skipped and reported.
 * @returns the number of lines that were taken.
 * @throws {IsocellError} `invalid_options` when a newer version of isocell wrote the file, or nothing in it is a trace.
 */
export async function readTrace(chunks: AsyncIterable<Buffer>, receiver: TraceReceiver): Promise<number> {
  let taken = 0;
  let seen = 0;
  for await (const line of readLines(chunks)) {
    if (line.text?.trim() === "") continue;
    seen += 1;
    const read = readLine(line);
    if ("problem" in read) {
      receiver.skipped({ number: line.number, problem: read.problem });
      continue;
    }
    if (taken === 0 && read.line.type !== "trace/header") {
      receiver.skipped({ number: line.number, problem: "the header is missing before it; the line itself was taken" });
    }
    if (taken > 0 && read.line.type === "trace/header") {
      receiver.skipped({
        number: line.number,
        problem: "it is a second header; times after it may be of another clock",
      });
      continue;
    }
    taken += 1;
    const waited = receiver.line(read.line);
    if (waited !== undefined) await waited;
  }
  if (taken > 0) return taken;
  const reason = seen === 0 ? "it is empty" : "none of its lines is one";
  throw new IsocellError(
    "invalid_options",
    `This is no trace file: ${reason}. Make one with isocell run --trace FILE.`,
  );
}

function readLine({ text, bytes, ended }: ReadLine): { readonly line: TraceLine } | { readonly problem: string } {
  if (text === null) return { problem: `it is ${bytes} bytes long, more than ${MAX_LINE_BYTES}` };
  const checked = checkLine(text);
  if ("unknownType" in checked) return { problem: `its type ${visible(checked.unknownType, 40)} is not known` };
  if ("problem" in checked) return ended ? checked : { problem: "it is cut off: the file ends within it" };
  const { line } = checked;
  if (line.type === "trace/header" && line.format > TRACE_FORMAT) {
    throw new IsocellError(
      "invalid_options",
      `isocell ${visible(line.version, 40)} wrote this trace in format ${line.format}; this version reads up to ${TRACE_FORMAT}.`,
    );
  }
  return checked;
}
