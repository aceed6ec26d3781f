const BYTE_ORDER_MARK = "\ufeff";

/** The text of a file as lines that remember how they ended. A byte order mark at its start is kept apart. */
export class FileText {
  readonly byteOrderMark: string;
  /** Lines without their ends. */
  readonly lines: readonly string[];
  /** What new lines end with: what the file's first line ends with. */
  readonly lineEnd: "\n" | "\r\n";
  readonly #text: string;
  /** Where each line starts in the text, and where the text ends. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.byteOrderMark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    const body = text.slice(this.byteOrderMark.length);
    const firstEnd = body.indexOf("\n");
    this.lineEnd = firstEnd > 0 && body[firstEnd - 1] === "\r" ? "\r\n" : "\n";
    // Every line ends like one afterwards, even if the patch does not touch it.
    this.#text = body === "" || body.endsWith("\n") ? body : body + this.lineEnd;
    const lines: string[] = [];
    const starts = [0];
    for (let start = 0; start < this.#text.length;) {
      const end = this.#text.indexOf("\n", start);
      const returns = end > start && this.#text[end - 1] === "\r" ? 1 : 0;
      lines.push(this.#text.slice(start, end - returns));
      start = end + 1;
      starts.push(start);
    }
    this.lines = lines;
    this.#starts = starts;
  }

  /** Lines from one to before another, with their ends. */
  slice(from: number, to: number): string {
    return this.#text.slice(this.#starts[from], this.#starts[to]);
  }
}

/** Whether a line names the mark itself. */
export function namesByteOrderMark(line: string): boolean {
  return line.startsWith(BYTE_ORDER_MARK);
}
