import { incomplete } from "./whole-characters.ts";

/** Bytes kept from the beginning, and as many from the end, of what one read covers. */
export const KEPT_BYTES: number = 512 * 1024;

/** What a command wrote since it was last read. */
export interface Collected {
  readonly text: string;
  /** All bytes it wrote, those in the middle that are not in `text` too. */
  readonly bytes: number;
  /** Bytes left out of the middle. */
  readonly omittedBytes: number;
}

/**
 * Collects output in bounded memory: what does not fit between head and tail is counted and lost. Text is only made
 * when somebody reads, and only of whole characters; bytes that are no UTF-8 become U+FFFD.
 */
export class Collector {
  readonly #head: Bytes = new Bytes();
  /** The bytes after the head, in a ring once it is full. */
  readonly #tail: Bytes = new Bytes();
  #tailAt = 0;
  #total = 0;

  /** Takes a chunk. The chunk may be reused by its owner afterwards. */
  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const toHead = Math.min(chunk.length, KEPT_BYTES - this.#head.length);
    if (toHead > 0) this.#head.append(chunk.subarray(0, toHead));
    let rest = chunk.subarray(toHead);
    if (rest.length > KEPT_BYTES) rest = rest.subarray(rest.length - KEPT_BYTES);
    const toTail = Math.min(rest.length, KEPT_BYTES - this.#tail.length);
    if (toTail > 0) this.#tail.append(rest.subarray(0, toTail));
    for (rest = rest.subarray(toTail); rest.length > 0;) {
      const part = rest.subarray(0, KEPT_BYTES - this.#tailAt);
      this.#tail.write(part, this.#tailAt);
      this.#tailAt = (this.#tailAt + part.length) % KEPT_BYTES;
      rest = rest.subarray(part.length);
    }
  }

  /**
   * Takes out what was collected.
   * @param final Whether nothing follows: else a character whose last bytes are still to come is left for the next time.
   */
  take(final: boolean): Collected {
    const head = this.#head.copy();
    const tail = this.#tail.copy();
    const tailAt = this.#tailAt;
    const total = this.#total;
    this.#clear();
    if (total <= head.length + tail.length) {
      const all = Buffer.concat([head, tail]);
      const whole = final ? all : this.#leave(all);
      return { text: whole.toString("utf8"), bytes: whole.length, omittedBytes: 0 };
    }
    const end = Buffer.concat([tail.subarray(tailAt), tail.subarray(0, tailAt)]);
    const first = head.subarray(0, head.length - incomplete(head));
    const begun = end.subarray(continuation(end));
    const last = final ? begun : this.#leave(begun);
    const bytes = total - (begun.length - last.length);
    const omittedBytes = bytes - first.length - last.length;
    const text = `${first.toString("utf8")}\n${omittedLine(omittedBytes)}\n${last.toString("utf8")}`;
    return { text, bytes, omittedBytes };
  }

  #leave(bytes: Buffer): Buffer {
    const left = incomplete(bytes);
    if (left > 0) this.push(bytes.subarray(bytes.length - left));
    return bytes.subarray(0, bytes.length - left);
  }

  #clear(): void {
    this.#head.clear();
    this.#tail.clear();
    this.#tailAt = 0;
    this.#total = 0;
  }
}

/** The line that stands where bytes were left out. */
export function omittedLine(bytes: number): string {
  return `... ${bytes} bytes omitted ...`;
}

/** A growing buffer, so that a command that writes little costs little. */
class Bytes {
  #buffer: Buffer = Buffer.alloc(0);
  length = 0;

  append(chunk: Uint8Array): void {
    const needed = this.length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(KEPT_BYTES, Math.max(needed, 2 * this.#buffer.length, 4096)));
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.length);
    this.length = needed;
  }

  write(chunk: Uint8Array, at: number): void {
    this.#buffer.set(chunk, at);
  }

  copy(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.length));
  }

  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.length = 0;
  }
}

/** How many bytes at the start end a character whose beginning is missing. */
function continuation(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++;
  return count;
}
