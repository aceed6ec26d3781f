/** Keeps the last bytes of a stream. */
export class TailBuffer {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#bytes += chunk.length;
    // Joined only when twice the limit is held, so that many small writes cost little.
    if (this.#bytes > 2 * this.#maxBytes) {
      this.#parts = [Buffer.from(this.#last())];
      this.#bytes = this.#maxBytes;
    }
  }

  text(): string {
    return this.#last().toString("utf8");
  }

  #last(): Buffer {
    const whole = Buffer.concat(this.#parts);
    return whole.subarray(Math.max(0, whole.length - this.#maxBytes));
  }
}
