/** How many bytes at the end begin a character that is not complete. */
export function incomplete(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/**
 * One of several streams that write to the same place: keeps the first bytes of a character back until the others have come,
 * so that what another stream says meanwhile does not cut it in two.
 */
export class WholeCharacters {
  readonly #onOutput: (chunk: Uint8Array) => void;
  #begun: Uint8Array = new Uint8Array();

  constructor(onOutput: (chunk: Uint8Array) => void) {
    this.#onOutput = onOutput;
  }

  /** Takes a chunk, which may be reused afterwards. */
  push(chunk: Uint8Array): void {
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
    const whole = bytes.length - incomplete(bytes);
    this.#begun = new Uint8Array(bytes.subarray(whole));
    if (whole > 0) this.#onOutput(bytes.subarray(0, whole));
  }

  /** Hands over what was kept: nothing follows. */
  end(): void {
    const begun = this.#begun;
    this.#begun = new Uint8Array();
    if (begun.length > 0) this.#onOutput(begun);
  }
}
