const HEAD_BYTES = 4;
/** Longer than anything the benchmark sends: what claims to be longer is no frame. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Cuts a stream of bytes into payloads: u32 little-endian length, then that many bytes. */
export class FrameReader {
  readonly #onPayload: (payload: Buffer) => void;
  // Joined only when a frame is complete: joining at every chunk would make large frames slow, to the peer's disadvantage.
  #chunks: Buffer[] = [];
  #bytes = 0;
  #wanted = HEAD_BYTES;

  constructor(onPayload: (payload: Buffer) => void) {
    this.#onPayload = onPayload;
  }

  /** Takes what has arrived. Throws when it can't be frames. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#wanted) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#wanted = HEAD_BYTES;
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32LE(0);
      if (end > MAX_BYTES) throw new RangeError(`a frame of ${end} bytes: the stream holds something else than frames`);
      this.#wanted = end;
      if (rest.length < end) break;
      this.#onPayload(rest.subarray(HEAD_BYTES, end));
      rest = rest.subarray(end);
      this.#wanted = HEAD_BYTES;
    }
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
  }
}
