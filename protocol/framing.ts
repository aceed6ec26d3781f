import { PREFIX_BYTES } from "./codec.ts";
import { IsocellError } from "./errors.ts";

/** Room for bodies that span chunks is kept up to this size: getting so much memory anew takes longer than filling it. */
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Cuts a byte stream into frame bodies. A body is handed out once complete, and good until `onBody` returns; one that
 * lies within a chunk is a view on it, one that spans chunks is copied together once.
 */
export class FrameSplitter {
  readonly #maxFrameBytes: number;
  readonly #prefix: Buffer = Buffer.alloc(PREFIX_BYTES);
  #prefixFilled = 0;
  #body: Buffer | null = null;
  #bodyFilled = 0;
  #room: Buffer = Buffer.alloc(0);

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /**
   * Takes the next chunk and calls `onBody` for every body that is complete with it.
   * Throws an IsocellError `protocol_violation` before any byte of an oversized body is kept.
   */
  push(chunk: Buffer, onBody: (body: Buffer) => void): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#body !== null) {
        const take = Math.min(this.#body.length - this.#bodyFilled, chunk.length - at);
        chunk.copy(this.#body, this.#bodyFilled, at, at + take);
        this.#bodyFilled += take;
        at += take;
        if (this.#bodyFilled === this.#body.length) {
          const body = this.#body;
          this.#body = null;
          onBody(body);
        }
        continue;
      }
      let length: number;
      if (this.#prefixFilled === 0 && chunk.length - at >= PREFIX_BYTES) {
        length = chunk.readUInt32LE(at);
        at += PREFIX_BYTES;
      } else {
        const take = Math.min(PREFIX_BYTES - this.#prefixFilled, chunk.length - at);
        chunk.copy(this.#prefix, this.#prefixFilled, at, at + take);
        this.#prefixFilled += take;
        at += take;
        if (this.#prefixFilled < PREFIX_BYTES) return;
        this.#prefixFilled = 0;
        length = this.#prefix.readUInt32LE(0);
      }
      if (length > this.#maxFrameBytes || length === 0) {
        throw new IsocellError(
          "protocol_violation",
          `a frame of ${length} bytes is outside 1 to ${this.#maxFrameBytes} bytes`,
        );
      }
      if (chunk.length - at >= length) {
        const body = chunk.subarray(at, at + length);
        at += length;
        onBody(body);
      } else {
        this.#body = this.#roomFor(length);
        this.#bodyFilled = 0;
      }
    }
  }

  #roomFor(length: number): Buffer {
    if (length > KEPT_BYTES) return Buffer.allocUnsafeSlow(length);
    if (this.#room.length < length) this.#room = Buffer.allocUnsafeSlow(length);
    return this.#room.subarray(0, length);
  }
}
