import { ChromeDocument } from "./chrome/encode-chrome.ts";
import { Timeline } from "./chrome/timeline.ts";
import { readTrace } from "./read-trace.ts";
import type { SkippedLine } from "./read-trace.ts";
import { TraceStatistics } from "./statistics.ts";

/** Text that is gathered before it is written, in UTF-16 units. */
const BATCH_LENGTH = 262_144;

/** What was learned of a trace while it was converted. */
export interface Converted {
  readonly statistics: TraceStatistics;
  readonly sessions: number;
  /** Events for which there was no room. */
  readonly leftOut: number;
}

/**
 * Turns the lines of a trace file into the JSON that Chrome and Perfetto read. Holds what is under way and one batch.
 *
 * @param write takes the document piece by piece; the next piece waits for it.
 * @param skipped hears of lines that are no event.
 * @throws {IsocellError} `invalid_options` when it is no trace file, or one of a newer version.
 */
export async function convertTrace(
  chunks: AsyncIterable<Buffer>,
  write: (text: string) => Promise<void>,
  skipped: (line: SkippedLine) => void,
): Promise<Converted> {
  const document = new ChromeDocument();
  const timeline = new Timeline((event) => document.add(event));
  const statistics = new TraceStatistics();
  const flush = (): Promise<void> => write(document.take());
  await readTrace(chunks, {
    line: (line) => {
      timeline.add(line);
      statistics.add(line);
      return document.length >= BATCH_LENGTH ? flush() : undefined;
    },
    skipped,
  });
  timeline.end();
  const { header } = statistics;
  document.end(
    header === null
      ? {}
      : { isocell: header.version, pid: header.pid, timeOrigin: new Date(header.timeOrigin).toISOString() },
  );
  await flush();
  return { statistics, sessions: timeline.sessions, leftOut: timeline.leftOut };
}
