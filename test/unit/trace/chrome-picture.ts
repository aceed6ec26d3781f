import type { ChromeComplete, ChromeEvent } from "../../../host/trace/chrome/chrome-event.ts";
import { convertTrace } from "../../../host/trace/convert.ts";
import type { Converted } from "../../../host/trace/convert.ts";
import type { SkippedLine } from "../../../host/trace/read-trace.ts";

/** A header as a writer makes it. */
export const HEADER = {
  type: "trace/header",
  format: 1,
  version: "1.2.3",
  pid: 77,
  timeOrigin: 1_700_000_000_000,
  at: 1,
};

/** A converted trace, parsed. */
export interface Picture {
  readonly events: readonly ChromeEvent[];
  readonly otherData: unknown;
  readonly skipped: readonly SkippedLine[];
  readonly converted: Converted;
}

/** Converts bytes that arrive in chunks of a size. */
export async function convertBytes(bytes: Buffer, chunkBytes = 64): Promise<Picture> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  let text = "";
  const skipped: SkippedLine[] = [];
  const converted = await convertTrace(
    chunks(),
    async (piece) => void (text += piece),
    (line) => void skipped.push(line),
  );
  const document = JSON.parse(text) as { displayTimeUnit: string; traceEvents: ChromeEvent[]; otherData: unknown };
  return { events: document.traceEvents, otherData: document.otherData, skipped, converted };
}

/** Converts objects, a line each, behind a header. */
export function convertLines(lines: readonly unknown[]): Promise<Picture> {
  return convertBytes(Buffer.from([HEADER, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("")), 65_536);
}

/** Where the format or a viewer would stumble: one sentence a problem, none for a picture that is well made. */
export function problemsOf(events: readonly ChromeEvent[]): readonly string[] {
  const problems: string[] = [];
  const processes = new Set<number>();
  const threads = new Map<number, number>();
  const complete = new Map<number, ChromeComplete[]>();
  for (const event of events) {
    if (event.pid === 0 || event.tid === 0) problems.push("0 is the idle thread");
    if (event.ph === "M") {
      if (event.name === "process_name") processes.add(event.pid);
      if (event.name === "thread_name") {
        if (threads.has(event.tid)) problems.push(`thread ${event.tid} is named twice`);
        threads.set(event.tid, event.pid);
      }
      continue;
    }
    if (!processes.has(event.pid)) problems.push(`process ${event.pid} has no name yet`);
    if (threads.get(event.tid) !== event.pid) problems.push(`thread ${event.tid} is not of process ${event.pid}`);
    if (!Number.isSafeInteger(event.ts) || event.ts < 0) problems.push(`time ${event.ts}`);
    if (event.ph !== "X") continue;
    if (!Number.isSafeInteger(event.dur) || event.dur < 0) problems.push(`duration ${event.dur}`);
    complete.set(event.tid, [...(complete.get(event.tid) ?? []), event]);
  }
  for (const slices of complete.values()) problems.push(...nestingProblems(slices));
  return problems;
}

/** As a viewer does: sorted by time, those of one time in their order in the file, each one put on a stack. */
function nestingProblems(slices: readonly ChromeComplete[]): readonly string[] {
  const problems: string[] = [];
  const stack: ChromeComplete[] = [];
  for (const slice of slices.toSorted((a, b) => a.ts - b.ts)) {
    for (let top = stack.at(-1); top !== undefined && top.ts + top.dur <= slice.ts; top = stack.at(-1)) stack.pop();
    const parent = stack.at(-1);
    if (parent !== undefined) {
      if (slice.ts + slice.dur > parent.ts + parent.dur) problems.push(`${slice.name} sticks out of ${parent.name}`);
      if (parent.cat !== "cell") problems.push(`${slice.name} is nested in ${parent.name}, which is no cell`);
    }
    stack.push(slice);
  }
  return problems;
}

/** The picture as text for comparison: a row for each thread, `name[from-to]` or `name@time` in order of time. */
export function rowsOf(events: readonly ChromeEvent[]): Readonly<Record<string, readonly string[]>> {
  const processes = new Map<number, string>();
  const rows = new Map<
    number,
    { readonly title: string; readonly marks: { readonly ts: number; readonly text: string }[] }
  >();
  for (const event of events) {
    if (event.ph === "M") {
      if (event.name === "process_name" && "name" in event.args) processes.set(event.pid, event.args.name);
      if (event.name === "thread_name" && "name" in event.args) {
        rows.set(event.tid, { title: `${processes.get(event.pid)} / ${event.args.name}`, marks: [] });
      }
      continue;
    }
    const text = event.ph === "X" ? `${event.name}[${event.ts}-${event.ts + event.dur}]` : `${event.name}@${event.ts}`;
    rows.get(event.tid)?.marks.push({ ts: event.ts, text });
  }
  return Object.fromEntries(
    [...rows.values()].map(({ title, marks }) => [
      title,
      marks.toSorted((a, b) => a.ts - b.ts).map(({ text }) => text),
    ]),
  );
}
