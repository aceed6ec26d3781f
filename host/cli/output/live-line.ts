import type { WriteStream } from "node:tty";

const EVERY_MS = 100;
/** For terminals that do not say how wide they are. */
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = "\r\u001b[2K";

/** One line on a terminal that is written anew while something runs, and taken away before other output. */
export class LiveLine {
  readonly #stream: WriteStream;
  readonly #describe: () => string;
  #timer: NodeJS.Timeout | undefined;
  #shown = false;

  constructor(stream: WriteStream, describe: () => string) {
    this.#stream = stream;
    this.#describe = describe;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#show(), EVERY_MS).unref();
  }

  /** Takes the line away; it comes back with the next tick. */
  clear(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#stream.write(CLEAR_LINE);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.clear();
  }

  #show(): void {
    // A line that wraps could not be taken away.
    const text = this.#describe().slice(0, (this.#stream.columns || DEFAULT_COLUMNS) - 1);
    this.#shown = true;
    this.#stream.write(CLEAR_LINE + text);
  }
}
