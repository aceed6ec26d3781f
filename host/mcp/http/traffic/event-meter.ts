const NEWLINE = 10;
const RETURN = 13;

/** Follows a stream of server-sent events: how long the current one is, and what there has been. */
export class EventMeter {
  #eventBytes = 0;
  /** The first bytes of the current line, as far as they tell its field. */
  #field = "";
  #hasId = false;
  #hasData = false;

  /** Whether an event had an id. */
  get hasId(): boolean {
    return this.#hasId;
  }
  /** Whether an event had data. */
  get hasData(): boolean {
    return this.#hasData;
  }

  /** The bytes of the longest event so far that this chunk belongs to. */
  push(chunk: Uint8Array): number {
    let longest = 0;
    let start = 0;
    while (start < chunk.length) {
      const at = chunk.indexOf(NEWLINE, start);
      const end = at === -1 ? chunk.length : at + 1;
      this.#take(chunk.subarray(start, at === -1 ? end : at));
      this.#eventBytes += end - start;
      longest = Math.max(longest, this.#eventBytes);
      if (at !== -1) this.#endLine();
      start = end;
    }
    return longest;
  }

  #take(part: Uint8Array): void {
    // "data: x" tells data from an empty field.
    for (let index = 0; index < part.length && this.#field.length < 7; index += 1) {
      const byte = part[index] ?? 0;
      if (byte !== RETURN) this.#field += String.fromCodePoint(byte);
    }
  }

  #endLine(): void {
    if (this.#field === "") this.#eventBytes = 0;
    if (/^id: ?./.test(this.#field)) this.#hasId = true;
    if (/^data: ?./.test(this.#field)) this.#hasData = true;
    this.#field = "";
  }
}
