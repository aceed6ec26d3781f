import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { convertTrace } from "../../trace/convert.ts";
import type { SkippedLine } from "../../trace/read-trace.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { describeTrace } from "../output/describe-trace.ts";
import { formatCount } from "../output/format.ts";
import { OutputFile, StandardOutput } from "../output/text-output.ts";
import { UsageError } from "../usage-error.ts";
import { StopSignals } from "../running/stop-signals.ts";

/** Skipped lines that are named; the others are counted. */
const NAMED_LINES = 20;
const CHUNK_BYTES = 262_144;

/**
 * `isocell trace`: turns a trace file into JSON for Perfetto and Chrome, and sums it up on standard error.
 * @throws {UsageError} for files that can't be read or written.
 * @throws {IsocellError} `invalid_options` when it is no trace file, or one of a newer version.
 */
export async function trace({ values, positionals }: Arguments): Promise<number> {
  const [file] = positionals;
  if (file === undefined) throw new UsageError("which trace? Give a file, or - for standard input");
  const signals = new StopSignals();
  const { signal } = signals;
  const input = await openInput(file, values["out"]);
  const output = values["out"] === undefined ? new StandardOutput(signal) : new OutputFile(values["out"]);
  const write = (text: string): Promise<void> => {
    signal.throwIfAborted();
    return output.write(text);
  };
  const skipped = new SkippedLines();
  try {
    const converted = await convertTrace(input, write, (line) => skipped.add(line));
    process.stderr.write(skipped.rest() + describeTrace(converted));
    return EXIT.completed;
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    throw error;
  } finally {
    await output.close();
  }
}

/** Names the first lines that were skipped as they come, and counts the rest. */
class SkippedLines {
  #count = 0;

  add({ number, problem }: SkippedLine): void {
    this.#count += 1;
    if (this.#count <= NAMED_LINES) process.stderr.write(`line ${number}: ${problem}\n`);
  }

  /** A line about those that were not named; empty when there are none. */
  rest(): string {
    const more = this.#count - NAMED_LINES;
    return more > 0 ? `and ${formatCount(more, "line")} more like these\n` : "";
  }
}

async function openInput(file: string, out: string | undefined): Promise<AsyncIterable<Buffer>> {
  if (file === "-") return process.stdin as AsyncIterable<Buffer>;
  const existing = await stat(file).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : message;
    throw new UsageError(`the trace ${file} can't be read: ${reason}`);
  });
  if (existing.isDirectory()) throw new UsageError(`the trace ${file} can't be read: it is a folder`);
  const target = out === undefined ? undefined : await stat(out).catch(() => undefined);
  if (target !== undefined && target.ino === existing.ino && target.dev === existing.dev) {
    throw new UsageError(`--out ${out} is the trace itself; give another file`);
  }
  return createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
}
