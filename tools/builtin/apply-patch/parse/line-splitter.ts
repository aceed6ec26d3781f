/** Cuts text that comes in pieces into lines, without their ends: a line feed, or a carriage return and a line feed. */
export class LineSplitter {
  /** Pieces of the line that is not over yet. Joined once, since a line may come letter by letter. */
  #unfinished: string[] = [];

  /** Tells of all lines that a further piece finishes. */
  push(text: string, onLine: (line: string) => void): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      const line = this.#take(text.slice(start, end));
      onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
      start = end + 1;
    }
    if (start < text.length) this.#unfinished.push(text.slice(start));
  }

  /** The last line, if it has no end. */
  end(onLine: (line: string) => void): void {
    if (this.#unfinished.length > 0) onLine(this.#take(""));
  }

  #take(rest: string): string {
    if (this.#unfinished.length === 0) return rest;
    const line = this.#unfinished.join("") + rest;
    this.#unfinished = [];
    return line;
  }
}
