import { close, write, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { EventSink, HostEvent } from "../events/events.ts";
import { packageVersion } from "../version.ts";
import { encodeLine } from "./encode-line.ts";
import { atExit } from "./exit-flush.ts";
import { TRACE_FORMAT } from "./format.ts";
import type { TraceLine } from "./format.ts";
import { openFile } from "./open-file.ts";

/** Longest time a line waits for others, in ms: half of what a crash may cost, since a busy host is late. */
const BATCH_MS = 50;
/** A batch of this size does not wait. */
const FULL_BATCH_BYTES = 262_144;
/** Lines that wait for the disk, with those being written; beyond it events are dropped. */
const MAX_BACKLOG_BYTES = 16 * 1_048_576;
/** Once some were dropped, none is taken until this much is left: one long gap with one line, not many short ones. */
const RESUME_BYTES = MAX_BACKLOG_BYTES / 2;

/** How a trace file ended. */
export interface TraceSummary {
  /** Events that were taken. */
  readonly events: number;
  /** Events that were not taken, and are not in the file. */
  readonly dropped: number;
  readonly bytes: number;
  /** What kept the file from being written to its end: some of the events that were taken are not in it, either. */
  readonly error?: Error;
}

/** Writes the events of a host to a file. */
export interface TraceWriter {
  /** For `onEvent` or `host.subscribe`. Never throws, never waits. */
  readonly write: EventSink;
  /** Writes what is left and closes the file. Never rejects; may be called twice. */
  readonly close: () => Promise<TraceSummary>;
}

/**
 * Opens a trace file, replacing what it held: one JSON object a line, the first one a header. Lines are written in
 * batches, at the latest 100 ms after their event unless the host's own thread is busy, and when the process exits.
 * When more than 16 MB wait for the disk, events are dropped and a line says how many. Only the owner may read the file.
 *
 * @throws {IsocellError} `invalid_options` when the file can't be opened for writing.
 */
export function createTraceWriter(path: string): TraceWriter {
  const writer = new FileWriter(openFile(path));
  return { write: (event) => writer.add(event), close: () => writer.close() };
}

class FileWriter {
  readonly #fd: number;
  readonly #forgetExit: () => void;
  #lines: string[] = [];
  #lineBytes = 0;
  /** What the disk is given now, and where it goes. */
  #inFlight: Buffer | null = null;
  #position = 0;
  #timer: NodeJS.Timeout | undefined;
  #closing: Promise<TraceSummary> | null = null;
  #onIdle: () => void = () => undefined;
  #error: Error | undefined;
  #events = 0;
  #dropped = 0;
  /** Dropped since the last line that says so. */
  #unsaid = 0;

  constructor(fd: number) {
    this.#fd = fd;
    const { timeOrigin } = performance;
    const at = performance.now();
    const version = packageVersion();
    this.#pushLine({ type: "trace/header", format: TRACE_FORMAT, version, pid: process.pid, timeOrigin, at });
    this.#forgetExit = atExit(() => this.#flushNow());
  }

  add(event: HostEvent): void {
    if (this.#closing !== null) return;
    if (this.#error === undefined && this.#hasRoom()) {
      const text = encodeLine(event);
      if (text !== null && this.#backlog() + Buffer.byteLength(text) <= MAX_BACKLOG_BYTES) {
        this.#sayDropped();
        this.#push(text);
        this.#events += 1;
        return;
      }
    }
    this.#dropped += 1;
    this.#unsaid += 1;
  }

  close(): Promise<TraceSummary> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<TraceSummary> {
    clearTimeout(this.#timer);
    while (this.#error === undefined && (this.#inFlight !== null || this.#lines.length > 0 || this.#unsaid > 0)) {
      this.#sayDropped();
      const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
      this.#flush();
      await idle;
    }
    this.#forgetExit();
    // What the disk did not take is known from the writes.
    await promisify(close)(this.#fd).catch(() => undefined);
    return {
      events: this.#events,
      dropped: this.#dropped,
      bytes: this.#position,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }

  #hasRoom(): boolean {
    return this.#unsaid === 0 || this.#backlog() <= RESUME_BYTES;
  }

  #backlog(): number {
    return this.#lineBytes + (this.#inFlight?.length ?? 0);
  }

  /** Puts the line that counts dropped events before the next one. */
  #sayDropped(): void {
    if (this.#unsaid === 0) return;
    this.#pushLine({ type: "trace/dropped", at: performance.now(), events: this.#unsaid });
    this.#unsaid = 0;
  }

  #pushLine(line: TraceLine): void {
    const text = encodeLine(line);
    if (text !== null) this.#push(text);
  }

  #push(text: string): void {
    this.#lines.push(text);
    this.#lineBytes += Buffer.byteLength(text);
    if (this.#lineBytes >= FULL_BATCH_BYTES) this.#flush();
    // The process need not live for it: whatever is left at its exit is written then.
    else this.#timer ??= setTimeout(this.#onTimer, BATCH_MS).unref();
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    this.#flush();
  };

  /** Starts to write all lines, unless the disk is busy with others: then they go as soon as it has done with those. */
  #flush(): void {
    if (this.#inFlight !== null || this.#lines.length === 0 || this.#error !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writeOut(this.#takeLines());
  }

  #takeLines(): Buffer {
    const buffer = Buffer.from(this.#lines.join(""));
    this.#lines = [];
    this.#lineBytes = 0;
    return buffer;
  }

  #writeOut(buffer: Buffer): void {
    this.#inFlight = buffer;
    // At a position of our own, so that a write which is under way when the process exits can be repeated.
    write(this.#fd, buffer, 0, buffer.length, this.#position, (error, written) => {
      if (error !== null) {
        this.#fail(error);
        return;
      }
      this.#position += written;
      if (written < buffer.length) {
        this.#writeOut(buffer.subarray(written));
        return;
      }
      this.#inFlight = null;
      // Without a timer, lines came due while the disk was busy.
      if (this.#timer === undefined || this.#lineBytes >= FULL_BATCH_BYTES) this.#flush();
      if (this.#inFlight === null) this.#onIdle();
    });
  }

  #fail(error: Error): void {
    this.#error = error;
    this.#inFlight = null;
    this.#lines = [];
    this.#lineBytes = 0;
    this.#onIdle();
  }

  #flushNow(): void {
    if (this.#error !== undefined) return;
    this.#sayDropped();
    const left = Buffer.concat([this.#inFlight ?? Buffer.alloc(0), this.#takeLines()]);
    try {
      for (let done = 0; done < left.length;)
        done += writeSync(this.#fd, left, done, left.length - done, this.#position + done);
    } catch {
      // The process ends; there is nobody left to tell.
    }
  }
}
