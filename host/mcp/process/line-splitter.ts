/** Cuts a byte stream into lines, without copying a long line again for each of its chunks. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The lines that are complete with this chunk, without their ends.
   * @throws {RangeError} when a line is longer than the limit.
   */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) throw new RangeError(`a message is longer than ${this.#maxBytes} bytes`);
    this.#parts.push(part);
  }

  #take(): string {
    const [first] = this.#parts;
    const whole = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts, this.#bytes);
    this.#parts = [];
    this.#bytes = 0;
    const line = whole.toString("utf8");
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }
}
