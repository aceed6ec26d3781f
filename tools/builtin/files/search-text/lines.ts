/** Longer lines are searched up to here only: a file need not have any line end. In UTF-16 units. */
const MAX_LINE = 1_000_000;

/** Cuts a text that comes in pieces into lines, without their ends. */
export class LineSplitter {
  #rest = "";
  /** Whether the line that is being read was given out already, as far as it may be long. */
  #skipping = false;

  /** The lines that end in this piece. */
  *split(piece: string): Generator<string, void> {
    let at = 0;
    for (let feed = piece.indexOf("\n"); feed !== -1; feed = piece.indexOf("\n", at)) {
      const line = this.#rest + piece.slice(at, feed);
      at = feed + 1;
      this.#rest = "";
      if (!this.#skipping) yield lineOf(line);
      this.#skipping = false;
    }
    if (!this.#skipping) this.#rest += piece.slice(at);
    if (this.#rest.length <= MAX_LINE) return;
    const line = this.#rest;
    this.#rest = "";
    this.#skipping = true;
    yield lineOf(line);
  }

  /** The line that no line end follows. */
  *end(): Generator<string, void> {
    if (this.#rest !== "") yield lineOf(this.#rest);
  }

  /** What was read of a line that goes on. */
  get rest(): string {
    return this.#rest;
  }
}

function lineOf(text: string): string {
  if (text.length > MAX_LINE) return text.slice(0, atCharacter(text, MAX_LINE));
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** A place at or before the given one that is not within a character. */
export function atCharacter(text: string, at: number): number {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
